// @ts-check
import { createHash, randomUUID } from 'node:crypto';
import { createHistory } from './calendarHistory.mjs';

/**
 * @typedef {object} NewCalendar
 * @property {string} summary
 * @property {string} [id]
 * @property {string} [timeZone]
 * @property {string} [backgroundColor]
 * @property {'owner' | 'writer' | 'reader' | 'freeBusyReader'} [accessRole]
 * @property {boolean} [primary]
 * @property {boolean} [hidden] whether the person has hidden the calendar from their list
 */

/**
 * @typedef {object} Calendar
 * @property {string} id
 * @property {Required<Omit<NewCalendar, 'id'>>} entry
 * @property {import('./calendarHistory.mjs').History} history
 * @property {number} generation sync tokens of another generation are expired
 */

/** @typedef {Map<string, Calendar>} Account the calendars by their ids */
/** @typedef {(account: string, calendarId: string, state: 'exists' | 'not_exists') => void} OnChanged */

/**
 * Thrown for an invalid request.
 */
export class Unacceptable extends Error {}

const DEFAULT_ZONE = 'Europe/Berlin';

/**
 * Creates the store of Google accounts and their calendars. An account is created when it is first used.
 * @param {object} options
 * @param {string | undefined} options.timeZone the zone of new accounts
 * @param {(email: string, timeZone: string) => void} options.fill adds a new account's first calendars and events
 * @param {OnChanged} options.changed
 */
export function createAccounts({ timeZone: zoneOfAll = DEFAULT_ZONE, fill, changed }) {
  /** @type {Map<string, Account>} */
  const accounts = new Map();

  /**
   * Returns the account with this address, and creates it if it doesn't exist.
   * @param {string} email
   */
  function accountOf(email) {
    const known = accounts.get(email);
    if (known) return known;
    const made = makeAccount(email, zoneOfAll);
    fill(email, zoneOfAll);
    return made;
  }

  /**
   * @param {string} email
   * @param {string} timeZone
   * @returns {Account}
   */
  function makeAccount(email, timeZone) {
    const account = new Map();
    accounts.set(email, account);
    createCalendar({ account: email, id: email, summary: email, timeZone, primary: true });
    return account;
  }

  /**
   * @param {string} email
   * @param {string} calendarId `primary` stands for the account's primary calendar
   */
  const findCalendar = (email, calendarId) =>
    accountOf(email).get(calendarId === 'primary' ? email : calendarId);

  /** @param {{ account: string, calendarId?: string }} where */
  function calendarOf({ account, calendarId = 'primary' }) {
    const calendar = findCalendar(account, calendarId);
    if (!calendar) throw new Unacceptable(`${account} has no calendar ${calendarId}`);
    return calendar;
  }

  /** @param {{ account: string } & NewCalendar} calendar */
  function createCalendar({ account, id = newCalendarId(), timeZone = DEFAULT_ZONE, ...given }) {
    const entry = {
      backgroundColor: '#9fe1e7',
      accessRole: /** @type {const} */ ('owner'),
      primary: false,
      hidden: false,
      ...given,
      timeZone,
    };
    const history = createHistory(timeZone);
    accountOf(account).set(id, { id, entry, history, generation: newGeneration() });
    return { id };
  }

  return {
    accountOf,
    findCalendar,
    calendarOf,
    emails: () => [...accounts.keys()],
    /** Changes that the account's owner or Google can make to calendars. */
    actions: {
      createCalendar,

      /**
       * Leaves only an empty primary calendar in an account. All the account's sync tokens become invalid.
       * @param {{ account: string, timeZone?: string }} how
       */
      emptyAccount({ account, timeZone = zoneOfAll }) {
        const before = [...(accounts.get(account)?.keys() ?? [])];
        const made = makeAccount(account, timeZone);
        for (const id of before) changed(account, id, made.has(id) ? 'exists' : 'not_exists');
      },

      /** @param {{ account: string, calendarId?: string } & Partial<Omit<NewCalendar, 'id' | 'primary'>>} change */
      changeCalendar({ account, calendarId = 'primary', ...changes }) {
        const calendar = calendarOf({ account, calendarId });
        Object.assign(calendar.entry, changes);
        if (changes.timeZone) {
          calendar.history.timeZone = changes.timeZone;
          // Days begin at other instants in the new zone, so any all-day event may have moved.
          calendar.generation = newGeneration();
        }
        changed(account, calendar.id, 'exists');
      },

      /** @param {{ account: string, calendarId: string }} where */
      deleteCalendar({ account, calendarId }) {
        const { id, entry } = calendarOf({ account, calendarId });
        if (entry.primary) throw new Unacceptable('The primary calendar cannot be deleted.');
        accountOf(account).delete(id);
        changed(account, id, 'not_exists');
      },

      /**
       * Invalidates all sync tokens of an account, so that the next incremental sync gets a 410.
       * @param {{ account: string }} where
       */
      expireSyncTokens({ account }) {
        for (const calendar of accountOf(account).values()) calendar.generation = newGeneration();
      },
    },
  };
}

/** @typedef {ReturnType<typeof createAccounts>} Accounts */

const newCalendarId = () =>
  `c_${createHash('sha256').update(randomUUID()).digest('hex')}@group.calendar.google.com`;

/** Number of generations so far. No two calendars share a generation, even if an account is created again. */
let generations = 0;
const newGeneration = () => (generations += 1);
