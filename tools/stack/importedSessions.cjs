// @ts-check
/*
 * Loaded into firebase-tools before its own code. An account that is imported into the Auth emulator
 * counts as having been signed out everywhere at that moment, so every start of kept data would sign
 * everybody out. Here it keeps the moment that was exported.
 */

/**
 * @typedef {object} Account what is used of firebase-tools' types, which it does not have
 * @property {string} localId
 * @property {string} validSince sessions that are older have ended
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
