import { expect, test } from 'vitest';
import { fixtureText, readAsFile, readFixture, reportOf } from '../../../../test/readFixture';

test('Vikunja: nested projects, steps, rich text, comments, repeats and deadlines are read', () => {
  const read = readFixture('vikunjaData.json');
  const { categories, tasks, events, notes } = read.records;
  expect(read.source).toBe('Vikunja');
  expect(categories.map(({ name, color }) => [name, color])).toEqual([
    ['House', '#ff8800'],
    ['House / Garden', expect.any(String)],
  ]);
  const task = (title: string) => tasks.find((one) => one.title === title);
  expect(task('Paint the fence')).toMatchObject({
    plannedDay: '2026-12-01',
    deadline: '2026-12-05',
  });
  expect(task('Sand the posts')).toMatchObject({
    parentId: task('Paint the fence')?.id,
    completed: true,
    completedAt: '2024-03-05T10:00:00.000Z',
  });
  expect(task('Water the ferns')).toMatchObject({
    plannedDay: '2026-11-30',
    repeat: { every: 'week', interval: 1, weekdays: [1], from: 'schedule' },
  });
  expect(task('Feed the ferns')?.repeat).toEqual({
    every: 'month',
    interval: 1,
    day: 30,
    from: 'schedule',
  });
  expect(task('Check the pump')?.repeat).toBeUndefined();
  expect(events).toEqual([
    expect.objectContaining({
      start: '2026-12-01T09:00:00+01:00',
      end: '2026-12-01T10:30:00+01:00',
    }),
  ]);
  expect(notes.map(({ content }) => content)).toEqual([
    'All of it',
    'With **green** paint & a brush\n\n- [x] buy paint\n- [ ] sand it\n\n**user1, 2024-03-02**\n\nThis is a comment\n\nFrom Vikunja:\n- Labels: outside\n- Priority: 3\n- Progress: 50%\n- Assigned to: rosa\n- Attachment: fence.jpg',
    'From Vikunja:\n- Bucket: Waiting for the plumber',
    'From Vikunja:\n- Repeats: every 36000 seconds from the day of completion',
  ]);
  expect(reportOf(read)).toEqual([
    'Descriptions of projects: 1 separate notes (All of it)',
    'Views of projects: 1 left out',
    'Labels: 1 kept in the task’s note (outside)',
    'Priorities: 1 kept in the task’s note (3)',
    'Progress: 1 kept in the task’s note (50%)',
    'Assigned people: 1 kept in the task’s note (rosa)',
    'Attachments: 1 kept in the task’s note (fence.jpg)',
    'Reminders: 1 left out (Paint the fence)',
    'Favorites: 1 left out (Paint the fence)',
    'Colors of tasks: 1 left out (Paint the fence)',
    'Buckets of a new board: 1 left out (To-Do)',
    'Buckets: 1 kept in the task’s note (Waiting for the plumber)',
    'Repeats that Daymark can’t express: 1 kept in the task’s note (every 36000 seconds from the day of completion)',
  ]);
});

/**
 * The texts in the result or the report that stand for the values of the fixture's fields. Fields that don't describe a
 * task have an empty list.
 */
const READ_AS: Record<string, string[]> = {
  done: ['completed'],
  done_at: ['completedAt'],
  due_date: ['deadline'],
  start_date: ['plannedDay'],
  end_date: ['"end"', 'End dates'],
  created: ['createdAt'],
  priority: ['Priorities'],
  percent_done: ['Progress'],
  labels: ['Labels'],
  assignees: ['Assigned people'],
  attachments: ['Attachments'],
  reminders: ['Reminders'],
  related_tasks: ['parentId'],
  comments: ['This is a comment'],
  repeat_after: ['repeat', 'Repeats'],
  repeat_mode: ['repeat', 'Repeats'],
  hex_color: ['Colors of tasks'],
  is_favorite: ['Favorites'],
  description: ['paint'],
  ...Object.fromEntries(
    ['id', 'project_id', 'identifier', 'index', 'updated', 'created_by'].map((name) => [name, []]),
  ),
};

test('Vikunja: no field of a task is dropped without a report', () => {
  const found = JSON.stringify(readFixture('vikunjaData.json'));
  const projects = JSON.parse(fixtureText('vikunjaData.json')) as {
    tasks: Record<string, unknown>[];
  }[];
  for (const task of projects.flatMap(({ tasks }) => tasks))
    for (const [field, value] of Object.entries(task)) {
      if (!value || value === '0001-01-01T00:00:00Z') continue;
      const wanted = READ_AS[field] ?? [JSON.stringify(value)];
      const isFound = wanted.length === 0 || wanted.some((one) => found.includes(one));
      expect(isFound, `${field}: ${JSON.stringify(value)}`).toBe(true);
    }
});

const vikunjaTask = (id: number, title: string, more: object = {}) => ({ id, title, ...more });
const vikunjaProject = (title: string, tasks: unknown[], more: object = {}) => ({
  id: 1,
  title,
  hex_color: '',
  tasks,
  ...more,
});
const readProjects = (...projects: unknown[]) => readAsFile(JSON.stringify(projects));

test('Vikunja: the lists of an old export become categories below their namespace', () => {
  const { records } = readProjects({
    id: 1,
    title: 'Home',
    description: 'All rooms',
    hex_color: '',
    lists: [
      { id: 1, title: 'Kitchen', namespace_id: 1, tasks: [vikunjaTask(1, 'Clean the oven')] },
      { id: 2, title: 'Attic', namespace_id: 1, tasks: [vikunjaTask(2, 'Sort boxes')] },
    ],
  });
  expect(records.tasks.map(({ title }) => title)).toEqual(['Clean the oven', 'Sort boxes']);
  expect(records.categories.map(({ name }) => name)).toEqual(['Home / Kitchen', 'Home / Attic']);
  expect(records.notes.map(({ content }) => content)).toEqual(['All rooms']);
});

test('Vikunja: a task that can’t be read doesn’t affect the other tasks', () => {
  const read = readProjects(
    vikunjaProject('Home', [{ title: 'No number' }, 'rubbish', vikunjaTask(2, 'Dust')]),
  );
  expect(read.records.tasks.map(({ title }) => title)).toEqual(['Dust']);
  expect(reportOf(read)).toEqual(['Unreadable tasks: 2 left out (No number, rubbish)']);
});

test('Vikunja: a task is imported without a field that can’t be read', () => {
  const read = readProjects(
    vikunjaProject('Home', [vikunjaTask(1, 'Dust', { due_date: 5, labels: 'a' })]),
  );
  expect(read.records.tasks.map(({ title }) => title)).toEqual(['Dust']);
  expect(reportOf(read)).toEqual([
    'Unreadable “due_date” of tasks: 1 left out (5)',
    'Unreadable “labels” of tasks: 1 left out (a)',
  ]);
});

test('Vikunja: a project that can’t be read doesn’t affect the other projects', () => {
  const read = readProjects(
    { title: 'No number', tasks: [vikunjaTask(1, 'Lost')] },
    null,
    vikunjaProject('Home', [vikunjaTask(2, 'Dust')]),
  );
  expect(read.records.tasks.map(({ title }) => title)).toEqual(['Lost', 'Dust']);
  expect(reportOf(read)).toEqual(['Unreadable projects: 1 left out']);
});

test('Vikunja: code, nested lists and table columns are kept in a note', () => {
  const description =
    '<p>Steps:</p><ol><li><p>Drain</p><ul><li><p>slowly</p></li></ul></li><li><p>Refill</p></li></ol><pre><code>make\n  make test</code></pre><table><tbody><tr><td><p>Hot</p></td><td><p>Cold</p></td></tr></tbody></table>';
  const { notes } = readProjects(
    vikunjaProject('Home', [vikunjaTask(1, 'Boiler', { description })]),
  ).records;
  expect(notes[0]?.content).toBe(
    'Steps:\n\n1. Drain\n   - slowly\n2. Refill\n\n```\nmake\n  make test\n```\n\n| Hot | Cold |\n| --- | --- |',
  );
});
