// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from './instanceLock.mjs';
import { addExport, checkExport, listExports, removePartial, setAside } from './keptExports.mjs';

/**
 * @typedef {object} Keep
 * @property {string} folder where the data is kept between runs (keptExports.mjs)
 * @property {boolean} fresh whether to begin empty
 * @property {string} hub host and port of the emulators' hub, which exports their data
 * @property {string} accounts the address at which the Auth emulator lists every account
 */

/**
 * @typedef {object} KeptData
 * @property {() => string | undefined} next the export to start the emulators with; undefined to start
 *   them empty. Asked again, it is the one before: the emulators ended with the last one
 * @property {() => string[]} begin exports from now on, because the emulators are up; returns sentences
 *   for the person: what could not be read, and where it is now
 * @property {() => void} noteChange says that something may have changed
 * @property {() => Promise<void>} finish exports for the last time, if it began, and lets another run
 *   have the folder
 */

/** With the export itself, which may take seconds, a change is on the disk well within a minute. */
const EXPORT_EVERY_MS = 20_000;

/** An emulator that does not answer must not prevent the end. */
const ANSWER_MS = 30_000;

/**
 * Opens the folder of kept data for emulators that are about to start. Waits while an earlier run is
 * still writing its last export.
 * @param {Keep} keep
 * @returns {Promise<KeptData>}
 */
export async function openKeptData({ folder, fresh, hub, accounts }) {
  const release = await lockWhenFree(folder);
  removePartial(folder);

  const left = fresh ? [] : listExports(folder);
  /** @type {{ path: string, reason: string }[]} */
  const unreadable = [];
  /** @type {string | undefined} */
  let tried;
  const next = () => {
    if (tried) unreadable.push({ path: tried, reason: 'the emulators refuse it' });
    for (tried = left.shift(); tried; tried = left.shift()) {
      const reason = damageOf(tried);
      if (reason === undefined) return tried;
      unreadable.push({ path: tried, reason });
    }
    return undefined;
  };

  const begin = () => {
    saving = saveUntilStopped();
    if (fresh) {
      const [newest] = listExports(folder).map((path) => setAside(path, 'replaced'));
      return newest ? [`The data until now is in ${newest}.`] : [];
    }
    if (unreadable.length === 0) return [];
    // Not earlier: now that the emulators run without it, an export was what they ended with.
    const notices = unreadable.map(({ path, reason }) => {
      const aside = setAside(path, 'unreadable');
      return `The kept data could not be read (${reason}) and was set aside in ${aside}.`;
    });
    return [...notices, tried ? 'Daymark has the data kept before that.' : 'Daymark begins empty.'];
  };

  const stopped = new AbortController();
  /** @type {Promise<void> | undefined} */
  let saving;
  let changed = false;
  let savedAccounts = '';
  let failed = false;

  const listAccounts = () => ask(accounts, { headers: { Authorization: 'Bearer owner' } });
  // The browser changes accounts at the Auth emulator itself, a new password for example.
  const accountsChanged = async () =>
    (await listAccounts().catch(() => savedAccounts)) !== savedAccounts;

  const save = async () => {
    changed = false;
    try {
      savedAccounts = await listAccounts();
      await addExport(folder, (path) => exportInto(path, hub));
      failed = false;
    } catch (error) {
      changed = true;
      if (!failed) console.error(`The data could not be written to ${folder}: ${messageOf(error)}`);
      failed = true; // one sentence, not one every 20 seconds
    }
  };
  const saveUntilStopped = async () => {
    while (!stopped.signal.aborted) {
      await sleep(EXPORT_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {});
      if (!stopped.signal.aborted && (changed || (await accountsChanged()))) await save();
    }
    await save();
  };

  return {
    next,
    begin,
    noteChange: () => void (changed = true),
    async finish() {
      stopped.abort();
      await saving;
      release();
    },
  };
}

/** @param {string} folder */
async function lockWhenFree(folder) {
  for (;;) {
    const release = await lockFolder(folder, 'writer');
    if (release) return release;
    await sleep(100);
  }
}

/** @param {string} path */
function damageOf(path) {
  try {
    checkExport(path);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * @param {string} path
 * @param {string} hub
 */
async function exportInto(path, hub) {
  await ask(`http://${hub}/_admin/export`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ path, initiatedBy: 'npm start' }),
  });
}

/**
 * @param {string} url
 * @param {RequestInit} request
 */
async function ask(url, request) {
  const reply = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`);
  return text;
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
