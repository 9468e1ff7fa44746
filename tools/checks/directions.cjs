// @ts-check
/*
 * The imports that are forbidden. The lint rule daymark/directions reports them. A type import counts as well, unless
 * `allowsTypes` is set. Apart from a few exceptions, a part may import only the parts to its right:
 *
 *   contract:  zod and nothing else
 *   web:       app → pages → features → records → {sync, ui} → domain → lib → contract
 *   functions: index → app → {handlers → nouns, http/serve} → {contract, handler, ports, http/failure}
 */

/**
 * @typedef {object} Place
 * @property {string} [path] a regular expression
 * @property {string | string[]} [pathNot] exceptions, in which `$1` is the first group of the rule's `from`
 */

/**
 * @typedef {object} Direction
 * @property {string} name
 * @property {string} comment
 * @property {Place} from
 * @property {Place} to
 * @property {boolean} [allowsTypes] whether type imports are exempt
 */

const NOUN =
  '(users|apiTokens|calendarFeed|tasks|categories|events|googleCalendar|settings|reminders|reflections|goals|dayPlans|weekReviews|notes|focusSessions|conflicts|deletions|changes)';

/**
 * @param {string} layer
 * @param {string[]} above the layers that `layer` must not import
 * @returns {Direction}
 */
const below = (layer, above) => ({
  name: `web-${layer}-imports-down`,
  comment: `Imports go down: app → pages → features → records → {sync, ui} → domain → lib → contract, so ${layer} imports nothing above it.`,
  from: { path: `^web/src/${layer}/` },
  to: { path: `^web/src/(main[.]tsx$|(${above.join('|')})/)` },
});

/** @type {{ forbidden: Direction[] }} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      comment: 'The web app and the server share the contract, so it imports only zod.',
      from: { path: '^functions/contract/src/' },
      to: { pathNot: ['^functions/contract/src/', '(^|/)node_modules/zod/'] },
    },

    below('worker', ['app', 'pages', 'features', 'ui']),
    below('pages', ['app']),
    below('features', ['app', 'pages']),
    below('records', ['app', 'pages', 'features']),
    below('sync', ['app', 'pages', 'features', 'records', 'ui']),
    below('ui', ['app', 'pages', 'features', 'records', 'sync']),
    below('domain', ['app', 'pages', 'features', 'records', 'sync', 'ui']),
    below('lib', ['app', 'pages', 'features', 'records', 'sync', 'ui', 'domain']),
    {
      name: 'feature-imports-no-other',
      comment:
        'Pages compose features. Code that features share belongs in records/, domain/ or ui/.',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-imports-no-server',
      comment: 'The web app and the server share only the contract.',
      from: { path: '^web/' },
      to: { path: '^functions/', pathNot: '^functions/contract/(src|test)/' },
    },
    {
      name: 'firebase-sdk-in-its-place',
      comment:
        'The SDK is large, so only lib/firebase, features/session and records/account import it.',
      from: {
        path: '^web/src/',
        pathNot: ['^web/src/lib/firebase/', '^web/src/(features/session|records/account)/'],
      },
      to: { path: '(^|/)node_modules/(firebase|@firebase)/' },
    },

    {
      name: 'server-imports-no-web',
      comment: 'The web app and the server share only the contract.',
      from: { path: '^functions/' },
      to: { path: '^web/' },
    },
    {
      name: 'only-index-imports-app',
      comment: 'Only index imports app.',
      from: { path: '^functions/src/', pathNot: '^functions/src/index[.]ts$' },
      to: { path: '^functions/src/(index|app)[.]ts$' },
    },
    {
      name: 'only-app-imports-handlers',
      comment: 'Only app imports handlers. http/serve receives the handlers as an argument.',
      from: { path: '^functions/src/', pathNot: '^functions/src/(index|app)[.]ts$' },
      to: { path: '^functions/src/handlers[.]ts$' },
    },
    {
      name: 'handlers-import-down',
      comment: 'handlers imports only nouns, demo/ and handler.',
      from: { path: '^functions/src/handlers[.]ts$' },
      to: {
        path: '^functions/src/',
        pathNot: [`^functions/src/${NOUN}/`, '^functions/src/(demo/[^/]+|handler)[.]ts$'],
      },
    },
    {
      name: 'nouns-import-down',
      comment:
        'A noun imports only contract, apiTokenText, handler, owner, ports, revision, written, http/failure and the types of the stores’ records. users/identity, users/firebaseAppCheck and googleCalendar/google are exempt, because they implement ports.',
      from: {
        path: `^functions/src/${NOUN}/`,
        pathNot: '^functions/src/(users/(identity|firebaseAppCheck)|googleCalendar/google)[.]ts$',
      },
      to: {
        path: '^functions/src/',
        pathNot: [
          '^functions/src/$1/',
          '^functions/src/(apiTokenText|handler|owner|ports|revision|written|http/failure|store/[^/]+)[.]ts$',
        ],
      },
    },
    {
      name: 'nouns-import-types-of-stores',
      comment: 'A noun reaches stores through ports. It imports only types from store/.',
      from: {
        path: `^functions/src/${NOUN}/`,
        pathNot: '^functions/src/users/(identity|firebaseAppCheck)[.]ts$',
      },
      to: { path: '^functions/src/store/' },
      allowsTypes: true,
    },
    {
      name: 'ports-import-types',
      comment: 'ports.ts declares what a handler may use. It must not depend on an implementation.',
      from: { path: '^functions/src/ports[.]ts$' },
      to: { path: '^functions/src/' },
      allowsTypes: true,
    },
    {
      name: 'stores-import-no-noun',
      comment: 'Stores read and write records. Domain rules belong to the nouns.',
      from: { path: '^functions/src/store/' },
      to: {
        path: '^functions/src/',
        pathNot: [
          '^functions/src/store/',
          '^functions/src/(timeLimits|owner|page|written|http/failure)[.]ts$',
        ],
      },
    },
    {
      name: 'http-imports-no-store',
      comment: 'The HTTP layer reaches data through ports.',
      from: { path: '^functions/src/http/' },
      to: { path: '^functions/src/store/' },
    },
    {
      name: 'http-imports-no-noun',
      comment: 'The HTTP layer receives its handlers as arguments.',
      from: { path: '^functions/src/http/' },
      to: { path: `^functions/src/${NOUN}/` },
    },
    {
      name: 'firebase-admin-in-its-place',
      comment:
        'Only index, store/, users/identity and users/firebaseAppCheck import the Admin SDK.',
      from: {
        path: '^(functions|web)/',
        pathNot: '^functions/src/(index[.]ts$|store/|users/(identity|firebaseAppCheck)[.]ts$)',
      },
      to: { path: '(^|/)node_modules/firebase-admin/' },
    },
    {
      name: 'googleapis-in-its-place',
      comment: 'Only googleCalendar/google imports googleapis.',
      from: { path: '^(functions|web)/', pathNot: '^functions/src/googleCalendar/google[.]ts$' },
      to: { path: '(^|/)node_modules/(googleapis|googleapis-common|@googleapis)/' },
    },
  ],
};
