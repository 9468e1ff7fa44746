// @ts-check
import { defineConfig } from 'oxlint';

/* Patterns begin with **, because oxlint matches them from this file's folder. */
const SOURCES = ['**/functions/src/**', '**/functions/contract/src/**', '**/web/src/**'];
const TESTS = ['**/*.test.*', '**/*.spec.*', '**/test/**', '**/e2e/**'];

/**
 * @param {string} prefix
 * @param {string[]} names
 * @returns {Record<string, 'error'>}
 */
const errors = (prefix, names) =>
  Object.fromEntries(names.map((name) => [`${prefix}/${name}`, /** @type {const} */ ('error')]));

/** typescript-eslint's strict set, with types. */
const TYPESCRIPT = errors('typescript', [
  'await-thenable',
  'no-array-delete',
  'no-base-to-string',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-spread',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'triple-slash-reference',
  'unbound-method',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
]);

/** The rules of hooks and of the React Compiler, which leaves out components of incompatible libraries by itself. */
const REACT = errors('react', [
  'rules-of-hooks',
  'exhaustive-deps',
  'static-components',
  'use-memo',
  'void-use-memo',
  'preserve-manual-memoization',
  'immutability',
  'globals',
  'refs',
  'set-state-in-effect',
  'error-boundaries',
  'purity',
  'set-state-in-render',
  'unsupported-syntax',
]);

export default defineConfig({
  plugins: ['typescript', 'react'],
  jsPlugins: ['./daymarkRules.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['**/dist/', '**/functions/lib/', '**/test-results/', '**/playwright-report/'],
  rules: { 'daymark/no-literal-spread': 'error' },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...TYPESCRIPT,
        'no-array-constructor': 'error',
        'no-unused-expressions': 'error',
        'no-useless-constructor': 'error',
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
        // `void promise` says that nobody waits; handlers of events may be async.
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        // A number in a template prints as expected.
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    {
      files: ['**/web/**/*.ts', '**/web/**/*.tsx'],
      // Hooks hand out objects of functions that need no `this`.
      rules: { ...REACT, 'typescript/unbound-method': 'off' },
    },
    { files: ['**/web/e2e/**'], rules: { 'react/rules-of-hooks': 'off' } }, // Playwright's `use`
    {
      files: SOURCES,
      rules: { 'daymark/unique-basename': 'error', 'daymark/no-barrels': 'error' },
    },
    { files: ['**/web/src/**'], rules: { 'daymark/dates-in-one-file': 'error' } },
    {
      files: ['**/web/src/lib/time/*.ts'],
      rules: { 'daymark/dates-in-one-file': 'off' },
    },
    { files: ['**/functions/src/**'], rules: { 'no-console': 'error' } },
    // It makes the log port.
    { files: ['**/functions/src/firebasePorts.ts'], rules: { 'no-console': 'off' } },
    { files: ['**/web/src/**'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
    {
      files: ['**/web/src/**'],
      excludeFiles: [...TESTS, '**/web/src/lib/browser/{browserStorage,tabChannel,tabLock}.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...['localStorage', 'sessionStorage'].map((name) => ({
            name,
            message: 'Reading it throws where storage is blocked: use lib/browserStorage.',
          })),
          {
            name: 'BroadcastChannel',
            message: 'It throws where storage is blocked: use lib/tabChannel.',
          },
        ],
        'no-restricted-properties': [
          'error',
          ...['window', 'globalThis', 'self'].flatMap((object) =>
            ['localStorage', 'sessionStorage', 'BroadcastChannel'].map((property) => ({
              object,
              property,
              message:
                'It throws where storage is blocked: use lib/browserStorage or lib/tabChannel.',
            })),
          ),
          {
            object: 'navigator',
            property: 'locks',
            message: 'Its requests are rejected where storage is blocked: use lib/tabLock.',
          },
        ],
      },
    },
    {
      files: TESTS,
      rules: {
        'daymark/every-test-runs': 'error',
        'daymark/dates-in-one-file': 'off',
        // Test doubles are async because the real functions are.
        'typescript/require-await': 'off',
        'typescript/no-non-null-assertion': 'off',
        // A reply's body is `any`: the test is what says how it should look.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
  ],
});
