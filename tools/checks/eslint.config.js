// @ts-check
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { ROOT } from '../command/paths.mjs';
import { noLiteralSpread } from './noLiteralSpread.mjs';
import { uniqueBasename } from './uniqueBasename.mjs';

const SOURCES = ['functions/src/**', 'functions/contract/src/**', 'web/src/**'];
const TESTS = ['**/*.test.*', '**/*.spec.*', '**/test/**', '**/e2e/**'];

const NO_BARRELS = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'No barrels: import a thing from the file that makes it.',
};
const DATES = 'web/src/lib/dates.ts';
const NO_DATE_CODE = {
  selector: [
    'ImportDeclaration[source.value=/^dayjs/]',
    'MemberExpression[object.name="Intl"][property.name="DateTimeFormat"]',
    'MemberExpression[property.name=/^(toLocale(Date|Time)?String|to(Date|Time)String|getTimezoneOffset)$/]',
    'CallExpression > MemberExpression[property.name=/^[gs]et(UTC)?(Date|Day|Month|FullYear|Hours|Minutes|Seconds|Milliseconds)$/]',
  ].join(', '),
  message: `Date arithmetic and formats are in ${DATES}.`,
};

export default defineConfig(
  globalIgnores(['**/dist/', 'functions/lib/', '**/test-results/', '**/playwright-report/']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: {
      daymark: {
        rules: { 'unique-basename': uniqueBasename, 'no-literal-spread': noLiteralSpread },
      },
    },
    rules: { 'daymark/no-literal-spread': 'error' },
  },

  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: ROOT } },
    rules: {
      // A number in a template prints as expected.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `void promise` says that nobody waits; handlers of events may be async.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      // Indexes are checked by noUncheckedIndexedAccess; `!` says what the compiler can't see.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // tsc finds those (noUnusedLocals), and lets `_` pass.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // An endpoint without a body comes out as {} where types are computed from the table.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.base],
    languageOptions: { sourceType: 'module' },
  },

  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    // Hooks hand out objects of functions that need no `this`.
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  { files: ['web/e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } }, // Playwright's `use`

  {
    files: SOURCES,
    rules: {
      'daymark/unique-basename': 'error',
      'no-restricted-syntax': ['error', NO_BARRELS],
    },
  },
  {
    files: ['web/src/**'],
    ignores: [DATES],
    rules: { 'no-restricted-syntax': ['error', NO_BARRELS, NO_DATE_CODE] },
  },
  {
    files: ['functions/src/**'],
    ignores: ['functions/src/firebasePorts.ts'], // it makes the log port
    rules: { 'no-console': 'error' },
  },
  { files: ['web/src/**'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
  {
    files: ['web/src/**'],
    ignores: [...TESTS, 'web/src/lib/{browserStorage,tabChannel,tabLock}.ts'],
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
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[object.name=/^(test|it|describe|suite)$/][property.name=/^(only|skip|todo|fixme|fails)$/]',
          message: 'Every test runs, always: fix it or remove it.',
        },
      ],
      // Test doubles are async because the real functions are.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A reply's body is `any`: the test is what says how it should look.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
