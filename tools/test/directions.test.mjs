// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ROOT } from '../command/paths.mjs';

/**
 * Imports, each with the rule that it breaks, or undefined if the import is allowed. `type …` stands for a type import.
 * @type {[from: string, to: string, rule: string | undefined][]}
 */
const IMPORTS = [
  ['functions/contract/src/task.ts', 'zod', undefined],
  ['functions/contract/src/event.ts', 'dayjs', 'contract-imports-zod-only'],
  ['functions/contract/src/note.ts', 'node:fs', 'contract-imports-zod-only'],
  ['functions/contract/src/user.ts', 'web/src/lib/api/call.ts', 'contract-imports-zod-only'],

  ['web/src/main.tsx', 'web/src/app/App.tsx', undefined],
  ['web/src/app/guards.tsx', 'web/src/pages/TodayPage.tsx', undefined],
  ['web/src/pages/TasksPage.tsx', 'web/src/features/tasks/row/TaskRow.tsx', undefined],
  ['web/src/pages/NotesPage.tsx', 'web/src/app/guards.tsx', 'web-pages-imports-down'],
  ['web/src/features/tasks/row/TaskMenu.tsx', 'web/src/lib/api/call.ts', undefined],
  [
    'web/src/features/tasks/AddTask.tsx',
    'web/src/pages/TodayPage.tsx',
    'web-features-imports-down',
  ],
  ['web/src/features/tasks/Up.tsx', 'web/src/app/App.tsx', 'web-features-imports-down'],
  ['web/src/ui/controls/Button.tsx', 'web/src/records/notes/noteQueries.ts', 'web-ui-imports-down'],
  ['web/src/lib/time/dates.ts', 'web/src/pages/TodayPage.tsx', 'web-lib-imports-down'],
  ['web/src/lib/api/queryClient.ts', 'functions/contract/src/task.ts', undefined],
  ['web/test/sync.test.ts', 'functions/contract/test/records.ts', undefined],
  ['web/src/features/tasks/list/TaskList.tsx', 'web/src/records/notes/noteQueries.ts', undefined],
  [
    'web/src/features/tasks/TaskTitle.tsx',
    'web/src/features/notes/NoteCard.tsx',
    'feature-imports-no-other',
  ],
  ['web/src/features/notes/plan.ts', 'web/src/domain/tasks/taskPlan.ts', undefined],
  [
    'web/src/features/notes/find.ts',
    'web/src/features/tasks/foundTasks.ts',
    'feature-imports-no-other',
  ],
  ['web/src/records/tasks/taskQueries.ts', 'web/src/sync/useSync.ts', undefined],
  ['web/src/records/tasks/row.ts', 'web/src/features/tasks/row.ts', 'web-records-imports-down'],
  ['web/src/sync/shown.ts', 'web/src/domain/mutation.ts', undefined],
  ['web/src/domain/tasks/list.ts', 'web/src/sync/useSync.ts', 'web-domain-imports-down'],
  ['web/src/features/tasks/server.ts', 'functions/src/ports.ts', 'web-imports-no-server'],
  ['web/src/lib/firebase/firebase.ts', 'firebase/auth', undefined],
  ['web/src/features/session/signIn.ts', 'firebase/auth', undefined],
  ['web/src/features/notes/live.ts', 'firebase/firestore', 'firebase-sdk-in-its-place'],

  ['functions/src/http/serve.ts', 'web/src/lib/api/call.ts', 'server-imports-no-web'],
  ['functions/src/index.ts', 'functions/src/app.ts', undefined],
  ['functions/src/handlers.ts', 'functions/src/tasks/tasks.ts', undefined],
  ['functions/src/http/limits.ts', 'functions/src/app.ts', 'only-index-imports-app'],
  [
    'functions/src/http/session/session.ts',
    'functions/src/handlers.ts',
    'only-app-imports-handlers',
  ],
  ['functions/src/handlers.ts', 'functions/src/store/stores.ts', 'handlers-import-down'],
  ['functions/src/tasks/tasks.ts', 'functions/src/ports.ts', undefined],
  ['functions/src/tasks/priority.ts', 'functions/src/http/failure.ts', undefined],
  ['functions/src/tasks/order.ts', 'functions/src/http/session/session.ts', 'nouns-import-down'],
  ['functions/src/tasks/category.ts', 'functions/src/users/users.ts', 'nouns-import-down'],
  ['functions/src/tasks/store.ts', 'functions/src/store/stores.ts', 'nouns-import-types-of-stores'],
  ['functions/src/tasks/copy.ts', 'type functions/src/store/stores.ts', undefined],
  ['functions/src/tasks/page.ts', 'functions/src/handler.ts', undefined],
  ['functions/src/store/profiles.ts', 'functions/src/users/users.ts', 'stores-import-no-noun'],
  ['functions/src/http/body/readBody.ts', 'functions/src/store/stores.ts', 'http-imports-no-store'],
  ['functions/src/http/serve.ts', 'functions/src/handlers.ts', 'only-app-imports-handlers'],
  ['functions/src/http/session/session.ts', 'functions/src/users/users.ts', 'http-imports-no-noun'],
  [
    'functions/src/http/session/origin.ts',
    'type functions/src/users/users.ts',
    'http-imports-no-noun',
  ],
  ['functions/src/ports.ts', 'type functions/src/store/stores.ts', undefined],
  ['functions/src/ports.ts', 'functions/src/users/identity.ts', 'ports-import-types'],
  ['functions/src/store/adminApp.ts', 'firebase-admin/app', undefined],
  ['functions/src/users/identity.ts', 'firebase-admin/auth', undefined],
  ['functions/src/users/users.ts', 'firebase-admin/auth', 'firebase-admin-in-its-place'],
  ['functions/src/googleCalendar/sync.ts', 'googleapis', 'googleapis-in-its-place'],
  ['functions/src/googleCalendar/google.ts', 'googleapis', undefined],

  ['functions/src/notes/one.ts', 'functions/src/notes/two.ts', undefined],
  ['functions/src/notes/two.ts', 'functions/src/notes/one.ts', undefined],
  ['functions/src/notes/four.ts', 'type functions/src/notes/three.ts', undefined],
  ['functions/src/notes/three.ts', 'type functions/src/notes/four.ts', undefined],
];

const CONFIG = {
  plugins: ['import'],
  jsPlugins: [join(ROOT, 'tools/checks/daymarkRules.mjs')],
  categories: { correctness: 'off' },
  rules: { 'daymark/directions': 'error', 'import/no-cycle': ['error', { ignoreTypes: false }] },
};

/** @type {{ filename: string, code: string, message: string }[]} */
let violations;
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'directions-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  for (const path of new Set(IMPORTS.flatMap(([from, to]) => [from, fileOf(to)]))) {
    if (path.includes('/src/')) write(path, importsOf(path));
  }
  write('.oxlintrc.json', JSON.stringify(CONFIG));
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint'), '--format=json'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 },
  );
  violations = JSON.parse(stdout).diagnostics;
});

describe('exactly the forbidden imports are found', () => {
  for (const [from, to, rule] of IMPORTS) {
    test(`${from} → ${to}: ${rule ?? 'allowed'}`, () => {
      const names = violations
        .filter(({ code }) => code === 'daymark(directions)')
        .filter(({ filename, message }) => filename === from && message.includes(fileOf(to)))
        .map(({ message }) => message.split(':')[0]);
      if (rule === undefined) assert.deepEqual(names, []);
      else assert.ok(names.includes(rule), `found only: ${names}`);
    });
  }
});

test('files that import each other are found, even if they import only types', () => {
  const circular = violations.filter(({ code }) => code === 'import(no-cycle)');
  assert.deepEqual(circular.map(({ filename }) => filename.split('/').at(-1)).sort(), [
    'four.ts',
    'one.ts',
    'three.ts',
    'two.ts',
  ]);
});

/** @param {string} to */
function fileOf(to) {
  return to.replace(/^type /, '');
}

/** @param {string} path */
function importsOf(path) {
  const imports = IMPORTS.filter(([from]) => from === path).map(([, to], i) => {
    const file = fileOf(to);
    const target = file.includes('/src/')
      ? relative(dirname(path), file)
          .replace(/^(?![.])/, './')
          .replace(/[.]tsx?$/, '')
      : file;
    return to === file
      ? `import * as i${i} from '${target}';`
      : `import type { own as t${i} } from '${target}';`;
  });
  return [...imports, 'export const own = 1;'].join('\n');
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
