// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from './instanceLock.mjs';
import { addExport, checkExport, listExports, removePartial, setAside } from './keptExports.mjs';

/**
 * @typedef {object} Keep
 * @property {string} folder the folder that keeps the data between runs (keptExports.mjs)
 * @property {boolean} fresh whether to start empty
 * @property {string} hub host and port of the emulators' hub, which exports their data
 * @property {string} accounts the address at which the Auth emulator lists every account
 */

/**
 * @typedef {object} KeptData
 * @property {() => string | undefined} next returns the export to start the emulators with, or undefined to start them
 *   empty. If the emulators fail to start with an export, the next call returns the export before it
 * @property {() => string[]} begin starts the regular exports. The emulators must be up. Returns sentences to print,
 *   such as which export could not be read and where it is now
 * @property {() => void} reportChange reports that data may have changed
 * @property {() => Promise<void>} finish exports for the last time, if `begin` was called, and releases the folder for
 *   another run
 */

/** Time between two exports, in ms. An export takes seconds, and a change must be on disk within a minute. */
const EXPORT_EVERY_MS = 20_000;

/** Longest wait for an emulator's response, in ms. An emulator that doesn't respond must not block the shutdown. */
const RESPONSE_MS = 30_000;

/**
 * Opens the folder of kept data for emulators that are about to start. Waits while an earlier run is still writing its
 * last export.
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
    // Exports are set aside only now. The emulators run without them, so an export was the reason if a start failed.
    const notices = unreadable.map(({ path, reason }) => {
      const aside = setAside(path, 'unreadable');
      return `The kept data could not be read (${reason}) and was set aside in ${aside}.`;
    });
    return [...notices, tried ? 'Daymark uses the export before that.' : 'Daymark starts empty.'];
  };

  const stopped = new AbortController();
  /** @type {Promise<void> | undefined} */
  let saving;
  let changed = false;
  let savedAccounts = '';
  let failed = false;

  const listAccounts = () => ask(accounts, { headers: { Authorization: 'Bearer owner' } });
  // The browser also changes accounts directly in the Auth emulator, for example with a new password.
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
      failed = true; // print the error once, and not at every attempt
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
    reportChange: () => void (changed = true),
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
  const reply = await fetch(url, { ...request, signal: AbortSignal.timeout(RESPONSE_MS) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url} responded with ${reply.status}: ${text}`);
  return text;
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
