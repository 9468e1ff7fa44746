// @ts-check
/*
 * The floor for the function under load: a bare Express handler that makes the same calls of Firestore and Firebase Auth
 * for the bench's requests, and nothing else. No validation, no contract, no merging of fields, no limits, no log.
 * It trusts what it is sent.
 */
const { createHash } = require('node:crypto');
const { createRequire } = require('node:module');
const { join } = require('node:path');

// The function's own versions.
const requireAsFunction = createRequire(join(__dirname, '../../../functions/package.json'));
/** @type {typeof import('express')} */
const express = requireAsFunction('express');
/** @type {typeof import('firebase-admin/app')} */
const { initializeApp } = requireAsFunction('firebase-admin/app');
/** @type {typeof import('firebase-admin/auth')} */
const { getAuth } = requireAsFunction('firebase-admin/auth');
/** @type {typeof import('firebase-admin/firestore')} */
const { initializeFirestore, FieldPath, FieldValue } = requireAsFunction(
  'firebase-admin/firestore',
);

process.env['METADATA_SERVER_DETECTION'] ??= 'none';
const app = initializeApp();
const auth = getAuth(app);
const db = initializeFirestore(app);
db.settings({ ignoreUndefinedProperties: true });

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
const inAMonth = () => new Date(Date.now() + MONTH_MS);

/** @typedef {import('express').Request} Request */
/** @typedef {import('express').Response} Response */
/** @typedef {(request: Request, uid: string) => Promise<unknown>} Work answers what is sent */

/**
 * @param {number} status
 * @param {Work} work
 */
const signedIn =
  (status, work) => async (/** @type {Request} */ request, /** @type {Response} */ response) => {
    const cookie = String(request.headers.cookie).replace('__session=', '');
    const signed = cookie.slice(0, cookie.lastIndexOf('.'));
    const fingerprint = createHash('sha256').update(signed).digest('hex');
    const claims = JSON.parse(Buffer.from(String(cookie.split('.')[1]), 'base64url').toString());
    const [{ uid }] = await Promise.all([
      auth.verifySessionCookie(cookie, true),
      db.doc(`users/${claims.sub}/sessions/${fingerprint}`).get(),
    ]);
    const reply = await work(request, uid);
    if (response.headersSent) return;
    if (reply === undefined) response.sendStatus(status);
    else response.status(status).json(reply);
  };

/** @param {string} uid */
const revisions = (uid) => db.doc(`users/${uid}/live/revisions`);

/**
 * @param {Request} request
 * @param {string} uid
 * @param {string} collection
 */
function batchOf(request, uid, collection) {
  const raised = { [collection]: FieldValue.increment(1) };
  const key = String(request.headers['daymark-mutation']);
  return db
    .batch()
    .set(revisions(uid), raised, { merge: true })
    .create(db.doc(`users/${uid}/appliedMutations/${key}`), { expiresAt: inAMonth() });
}

/** @type {(collection: string) => Work} */
const create = (collection) => async (request, uid) => {
  const { id, ...fields } = request.body;
  await batchOf(request, uid, collection)
    .create(db.doc(`users/${uid}/${collection}/${id}`), {
      ...fields,
      createdAt: fields.createdAt ?? new Date().toISOString(),
      ...(collection === 'events' && {
        startsAt: Date.parse(fields.start),
        goneAt: Date.parse(fields.end),
      }),
      changedAt: FieldValue.serverTimestamp(),
    })
    .delete(db.doc(`users/${uid}/tombstones/${collection}.${id}`), { exists: false })
    .commit();
  return request.body;
};

/** @type {(collection: string, idOf?: (request: Request) => unknown) => Work} */
const update =
  (collection, idOf = (request) => request.params['id']) =>
  async (request, uid) => {
    const document = db.doc(`users/${uid}/${collection}/${idOf(request)}`);
    if (collection === 'tasks' && request.body.completed)
      await db
        .collection(`users/${uid}/events`)
        .where('taskId', '==', Number(request.params['id']))
        .get();
    const found = await document.get();
    const batch = batchOf(request, uid, collection);
    const fields = { ...request.body, changedAt: FieldValue.serverTimestamp() };
    if (found.updateTime) batch.update(document, fields, { lastUpdateTime: found.updateTime });
    else batch.create(document, fields);
    await batch.commit();
    return { ...found.data(), ...request.body };
  };

/** @type {Work} */
const remove = async (request, uid) => {
  const id = Number(request.params['id']);
  const tasks = db.collection(`users/${uid}/tasks`);
  await Promise.all([
    tasks.doc(String(id)).get(),
    tasks.where('parentId', '==', id).get(),
    db.collection(`users/${uid}/events`).where('taskId', '==', id).get(),
  ]);
  await batchOf(request, uid, 'tasks')
    .delete(tasks.doc(String(id)), { exists: true })
    .set(db.doc(`users/${uid}/tombstones/tasks.${id}`), {
      collection: 'tasks',
      id,
      deletedAt: FieldValue.serverTimestamp(),
      expiresAt: inAMonth(),
    })
    .commit();
  return undefined;
};

/** A revision as the function writes it. @param {FirebaseFirestore.DocumentSnapshot} found @param {string} name */
const revisionIn = (found, name) =>
  [microseconds(found.createTime), found.get(name) ?? 0, microseconds(found.updateTime)].join('.');

/** @param {FirebaseFirestore.Timestamp | undefined} moment */
const microseconds = (moment) =>
  moment ? moment.seconds * 1_000_000 + Math.floor(moment.nanoseconds / 1000) : 0;

/** @type {Work} */
const changesAndToken = async ({ query: { live, ...known } }, uid) => {
  const [found, liveToken] = await Promise.all([changes(known, uid), live && liveTokenOf(uid)]);
  return { ...found, liveToken };
};

/** @param {string} uid */
function liveTokenOf(uid) {
  const listener = `live-${createHash('sha256').update(uid).digest('hex').slice(0, 32)}`;
  return auth.createCustomToken(listener, { owner: uid, issuedAt: Date.now() });
}

/** @param {object} query @param {string} uid */
async function changes(query, uid) {
  const current = await revisions(uid).get();
  const changed = Object.entries(query).filter(([name, known]) => {
    const [epoch, counter] = String(known).split('.');
    const [epochNow, counterNow] = revisionIn(current, name).split('.');
    return epoch !== epochNow || counter !== counterNow;
  });
  if (changed.length === 0) return {};
  const momentOf = (/** @type {unknown} */ known) =>
    new Date(Number(String(known).split('.')[2]) / 1000 - 30_000);
  const earliest = new Date(Math.min(...changed.map(([, known]) => momentOf(known).getTime())));
  const deleted = await db
    .collection(`users/${uid}/tombstones`)
    .where('deletedAt', '>=', earliest)
    .limit(501)
    .get();
  return Object.fromEntries(
    await Promise.all(
      changed.map(async ([name, known]) => {
        const later = db
          .collection(`users/${uid}/${name}`)
          .where('changedAt', '>=', momentOf(known));
        const { docs } = await later.limit(501).get();
        return [
          name,
          {
            revision: revisionIn(current, name),
            changed: docs.map((found) => ({ ...found.data(), id: Number(found.id) })),
            deleted: deleted.docs.flatMap((found) =>
              found.get('collection') === name ? [found.get('id')] : [],
            ),
          },
        ];
      }),
    ),
  );
}

const api = express();
api.get('/api/health', (_request, response) => void response.json({ status: 'ok' }));
api.get(
  '/api/user',
  signedIn(200, async (_request, uid) => (await db.doc(`users/${uid}`).get()).data()),
);
api.get('/api/changes', signedIn(200, changesAndToken));
api.post(
  '/api/live-token',
  signedIn(200, async (_request, uid) => ({ token: await liveTokenOf(uid) })),
);
api.get('/api/tasks', (request, response) =>
  signedIn(200, async (_request, uid) => {
    const revision = revisionIn(await revisions(uid).get(), 'tasks');
    response.set('ETag', `"${revision}"`);
    const known = String(request.headers['if-none-match']).slice(1, -1).split('.');
    if (known.slice(0, 2).join() === revision.split('.').slice(0, 2).join())
      return void response.status(304).end();
    const { docs } = await db
      .collection(`users/${uid}/tasks`)
      .orderBy('createdAt', 'desc')
      .orderBy(FieldPath.documentId(), 'desc')
      .limit(501)
      .get();
    return docs.map((found) => ({ ...found.data(), id: Number(found.id) }));
  })(request, response),
);
api.post('/api/tasks', signedIn(201, create('tasks')));
api.patch('/api/tasks/:id', signedIn(200, update('tasks')));
api.delete('/api/tasks/:id', signedIn(204, remove));
api.get(
  '/api/events',
  signedIn(200, async ({ query }, uid) => {
    const { docs } = await db
      .collection(`users/${uid}/events`)
      .where('startsAt', '<', Date.parse(String(query['endDate'])))
      .where('goneAt', '>', Date.parse(String(query['startDate'])))
      .orderBy('startsAt')
      .orderBy('goneAt')
      .orderBy(FieldPath.documentId())
      .limit(501)
      .get();
    return docs.map((found) => ({ ...found.data(), id: Number(found.id) }));
  }),
);
api.post('/api/events', signedIn(201, create('events')));
api.get(
  '/api/settings',
  signedIn(
    200,
    async (_request, uid) => (await db.doc(`users/${uid}/settings/1`).get()).data() ?? {},
  ),
);
api.patch(
  '/api/settings',
  signedIn(
    200,
    update('settings', () => 1),
  ),
);
api.post('/api/notes', signedIn(201, create('notes')));
api.patch('/api/notes/:id', signedIn(200, update('notes')));
api.post('/api/focus-sessions', signedIn(201, create('focusSessions')));
api.post(
  '/api/reflections',
  signedIn(
    201,
    update('reflections', ({ body }) => String(body.date).slice(0, 10).replaceAll('-', '')),
  ),
);

exports.api = api;
