// @ts-check
/*
 * Who may import whom: the Direction paragraph of the design, as rules that `npm run directions`
 * holds every import against, also those of types alone.
 *
 *   contract:  zod and nothing else
 *   web:       app → pages → features → {ui, sync → lib} → contract
 *   functions: index → app → handlers → nouns → {contract, ports, http/failure}
 */

const NOUN =
  '(users|tasks|categories|events|googleCalendar|settings|reflections|notes|focusSessions|changes)';

/**
 * @param {string} layer
 * @param {string[]} above what it must not import
 */
const below = (layer, above) => ({
  name: `web-${layer}-imports-down`,
  comment: `app → pages → features → {ui, lib} → contract: ${layer} imports nothing above it.`,
  severity: 'error',
  from: { path: `^web/src/${layer}/` },
  to: { path: `^web/src/(main[.]tsx$|(${above.join('|')})/)` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      comment: 'The contract is read by both sides, so it leans on nothing but zod.',
      severity: 'error',
      from: { path: '^functions/contract/src/' },
      to: { pathNot: ['^functions/contract/src/', '(^|/)node_modules/zod/'] },
    },

    below('pages', ['app']),
    below('features', ['app', 'pages']),
    below('ui', ['app', 'pages', 'features', 'sync']),
    below('sync', ['app', 'pages', 'features', 'ui']),
    below('lib', ['app', 'pages', 'features', 'ui', 'sync']),
    {
      name: 'feature-imports-only-queries-of-another',
      comment: "A feature may use another's queries, never its components: pages compose.",
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: ['^web/src/features/$1/', 'Queries[.]ts$'] },
    },
    {
      name: 'web-imports-no-server',
      comment: 'The two sides meet in the contract.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^functions/', pathNot: '^functions/contract/src/' },
    },
    {
      name: 'firebase-sdk-in-its-place',
      comment: 'The SDK is 60 KB and more: only sign-in loads it, when it is needed.',
      severity: 'error',
      from: {
        path: '^web/src/',
        pathNot: [
          '^web/src/lib/(firebase|emulatedGoogle|liveRevisions)[.]ts$',
          '^web/src/features/session/',
        ],
      },
      to: { path: '(^|/)node_modules/(firebase|@firebase)/' },
    },

    {
      name: 'server-imports-no-web',
      comment: 'The two sides meet in the contract.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^web/' },
    },
    {
      name: 'only-index-imports-app',
      comment: 'index → app.',
      severity: 'error',
      from: { path: '^functions/src/', pathNot: '^functions/src/index[.]ts$' },
      to: { path: '^functions/src/(index|app)[.]ts$' },
    },
    {
      name: 'only-app-imports-handlers',
      comment: 'app → handlers; the loop that serves them (http/serve) knows their type.',
      severity: 'error',
      from: {
        path: '^functions/src/',
        pathNot: ['^functions/src/(index|app)[.]ts$', '^functions/src/http/serve[.]ts$'],
      },
      to: { path: '^functions/src/handlers[.]ts$' },
    },
    {
      name: 'handlers-import-down',
      comment: 'handlers → nouns → {contract, ports, http/failure}.',
      severity: 'error',
      from: { path: '^functions/src/handlers[.]ts$' },
      to: {
        path: '^functions/src/',
        pathNot: [`^functions/src/${NOUN}/`, '^functions/src/(ports|http/failure)[.]ts$'],
      },
    },
    {
      name: 'nouns-import-down',
      comment:
        'nouns → {contract, ports, http/failure}; users/identity and googleCalendar/google are ports.',
      severity: 'error',
      from: {
        path: `^functions/src/${NOUN}/`,
        pathNot: '^functions/src/(users/identity|googleCalendar/google)[.]ts$',
      },
      to: {
        path: '^functions/src/',
        pathNot: ['^functions/src/$1/', '^functions/src/(ports|http/failure)[.]ts$'],
      },
    },
    {
      name: 'stores-know-no-noun',
      comment: 'A store keeps records, within the deadline; what they mean is for the nouns.',
      severity: 'error',
      from: { path: '^functions/src/store/' },
      to: {
        path: '^functions/src/',
        pathNot: ['^functions/src/store/', '^functions/src/(ports|http/(failure|limits))[.]ts$'],
      },
    },
    {
      name: 'http-knows-no-store',
      comment: 'The HTTP layer reaches data through ports.',
      severity: 'error',
      from: { path: '^functions/src/http/' },
      to: { path: '^functions/src/store/' },
    },
    {
      name: 'firebase-admin-in-its-place',
      comment: 'Only index, store/ and users/identity know the Admin SDK.',
      severity: 'error',
      from: {
        path: '^(functions|web)/',
        pathNot: '^functions/src/(index[.]ts$|store/|users/identity[.]ts$)',
      },
      to: { path: '(^|/)node_modules/firebase-admin/' },
    },
    {
      name: 'googleapis-in-its-place',
      comment: 'Only googleCalendar/google knows googleapis.',
      severity: 'error',
      from: { path: '^(functions|web)/', pathNot: '^functions/src/googleCalendar/google[.]ts$' },
      to: { path: '(^|/)node_modules/(googleapis|googleapis-common|@googleapis)/' },
    },

    {
      name: 'no-cycle',
      comment:
        'Files that need each other are one file, or three. Types alone may: they are gone when it runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere escapes the rules above.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
