// @ts-check
import { postJson } from '../account.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';

/**
 * Returns the functions that control a person's account at the Google stand-in.
 * @param {import('../../tools/stack/stack.mjs').Stack} stack
 * @param {string} account
 */
export function googleAccount({ google }, account) {
  if (!google)
    throw new CommandError(
      'The cost is counted with the stand-in for Google. Unset the GOOGLE_* variables.',
    );
  /** @param {string} action @param {object} [what] */
  const state = (action, what) =>
    postJson(`${google.url}/_state`, { do: action, account, ...what });
  return {
    /** @param {string} summary @param {Date} start */
    createEvent: (summary, start) =>
      state('createEvent', {
        event: {
          summary,
          start: { dateTime: start.toISOString() },
          end: { dateTime: new Date(start.getTime() + 3_600_000).toISOString() },
        },
      }),
    /** @returns {Promise<{ id: string, token: string, resourceId: string }[]>} */
    channels: () => state('channels'),
  };
}
