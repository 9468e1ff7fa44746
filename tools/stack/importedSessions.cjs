// @ts-check
/*
 * Loaded into firebase-tools before its own code. The Auth emulator treats an imported account as signed out everywhere
 * at the time of the import. Every start with kept data would therefore end all sessions. This code sets `validSince`
 * back to the exported time.
 */

/**
 * @typedef {object} Account the fields of an account that this file uses, declared here because firebase-tools has no
 * types
 * @property {string} localId
 * @property {string} validSince sessions older than this have ended
 */
/** @typedef {{ updateUserByLocalId: (id: string, fields: Partial<Account>) => void }} AccountState */
/** @typedef {{ error: { index: number }[] }} ImportReply */
/** @typedef {{ batchCreate: (state: AccountState, body: { users: Account[] }) => ImportReply }} AccountCalls */

/** @type {{ authOperations: { identitytoolkit: { projects: { accounts: AccountCalls } } } }} */
// @ts-expect-error see Account
const { authOperations } = require('firebase-tools/lib/emulator/auth/operations');

const { accounts } = authOperations.identitytoolkit.projects;
const { batchCreate } = accounts;
accounts.batchCreate = (state, body) => {
  const reply = batchCreate(state, body);
  if (reply.error.length > 0) return reply;
  for (const { localId, validSince } of body.users)
    if (validSince) state.updateUserByLocalId(localId, { validSince });
  return reply;
};
