import { expect, test } from 'vitest';
import { calendar, namedIn, todo } from '../../../../test/calendarFile';
import { readAsFile } from '../../../../test/readFixture';

const tasksIn = (...lines: string[]) => readAsFile(calendar(...lines)).records.tasks;

const stepsOf = (...lines: string[]) => {
  const tasks = tasksIn(...lines);
  const titleOf = (id?: number | null) => tasks.find((task) => task.id === id)?.title;
  return tasks.map(({ title, parentId }) => [title, titleOf(parentId)]);
};

test('the children that a to-do names become its steps', () => {
  expect(
    stepsOf(
      ...todo('Buy primer', 'UID:c1'),
      ...todo('Paint', 'UID:p', 'RELATED-TO;RELTYPE=CHILD:c1', 'RELATED-TO;RELTYPE=CHILD:c2'),
      ...todo('Tape', 'UID:c2', 'RELATED-TO;RELTYPE=PARENT:p'),
    ),
  ).toEqual([
    ['Paint', undefined],
    ['Buy primer', 'Paint'],
    ['Tape', 'Paint'],
  ]);
});

test('steps of steps become steps of the top task', () => {
  expect(
    stepsOf(
      ...todo('Top', 'UID:a'),
      ...todo('Middle', 'UID:b', 'RELATED-TO:a'),
      ...todo('Low', 'UID:c', 'RELATED-TO:b'),
      ...todo('Sibling', 'UID:d', 'RELATED-TO;RELTYPE=SIBLING:a'),
      ...todo('Itself', 'UID:e', 'RELATED-TO:e'),
    ),
  ).toEqual([
    ['Top', undefined],
    ['Sibling', undefined],
    ['Itself', undefined],
    ['Middle', 'Top'],
    ['Low', 'Top'],
  ]);
});

test('a to-do at 100 % is completed', () => {
  expect(tasksIn(...todo('Form', 'UID:a', 'PERCENT-COMPLETE:100'))).toEqual([
    expect.objectContaining({ title: 'Form', completed: true }),
  ]);
});

test('the progress of a to-do is kept in the note of its task', () => {
  const { records } = readAsFile(
    calendar(...todo('Attic', 'UID:b', 'PERCENT-COMPLETE:40', 'STATUS:IN-PROCESS')),
  );
  expect(records.tasks).toEqual([expect.objectContaining({ completed: false })]);
  expect(records.notes[0]?.content).toBe('From iCalendar:\n- Progress: 40%\n- Status: in process');
});

const FILTER = ['UID:f', 'DTSTART;VALUE=DATE:20261124', 'DUE;VALUE=DATE:20261125'];
const doneOn = (...id: string[]) =>
  todo('Filter', 'UID:f', ...id, 'STATUS:COMPLETED', 'COMPLETED:20261124T160000Z');

test('a series of to-dos with one done becomes one open task and one completed task', () => {
  const tasks = tasksIn(
    ...todo('Filter', ...FILTER, 'RRULE:FREQ=WEEKLY'),
    ...doneOn('RECURRENCE-ID;VALUE=DATE:20261124', 'DTSTART;VALUE=DATE:20261124'),
  );
  expect(tasks).toEqual([
    expect.objectContaining({
      completed: false,
      plannedDay: '2026-12-01',
      deadline: '2026-12-02',
      repeat: { every: 'week', interval: 1, weekdays: [2], from: 'schedule' },
    }),
    expect.objectContaining({
      completed: true,
      plannedDay: '2026-11-24',
      completedAt: '2026-11-24T16:00:00.000Z',
    }),
  ]);
});

test('a series of to-dos with a time finds its completed date by the moment', () => {
  const [open] = tasksIn(
    ...todo('Filter', 'UID:f', 'DTSTART;TZID=Europe/Berlin:20261124T090000', 'RRULE:FREQ=WEEKLY'),
    ...doneOn('RECURRENCE-ID:20261124T080000Z'),
    ...doneOn('RECURRENCE-ID:20261201T080000Z'),
  );
  expect(open?.plannedDay).toBe('2026-12-08');
});

test('a series of to-dos whose dates are all done has no open task', () => {
  const tasks = tasksIn(
    ...todo('Filter', ...FILTER, 'RRULE:FREQ=WEEKLY;COUNT=2'),
    ...doneOn('RECURRENCE-ID;VALUE=DATE:20261124'),
    ...doneOn('RECURRENCE-ID;VALUE=DATE:20261201'),
  );
  expect(tasks.map(({ completed }) => completed)).toEqual([true, true]);
});

test('a series of to-dos continues after a canceled date', () => {
  const read = readAsFile(
    calendar(
      ...todo('Filter', ...FILTER, 'RRULE:FREQ=WEEKLY'),
      ...todo('Off', 'UID:f', 'RECURRENCE-ID;VALUE=DATE:20261124', 'STATUS:CANCELLED'),
    ),
  );
  expect(read.records.tasks).toEqual([expect.objectContaining({ plannedDay: '2026-12-01' })]);
  expect(namedIn(read, 'Off')).toEqual(['Canceled dates of to-dos']);
});

test('a to-do whose date can’t be read becomes a task without a date', () => {
  const read = readAsFile(calendar(...todo('Form', 'UID:a', 'DUE:20270229', 'CREATED:never')));
  expect(read.records.tasks).toEqual([expect.objectContaining({ title: 'Form' })]);
  expect(read.records.tasks[0]).not.toHaveProperty('deadline');
  expect(read.records.notes[0]?.content).toBe('From iCalendar:\n- Due: 20270229');
  expect(namedIn(read, 'Form')).toEqual(['Dates of to-dos that can’t be read']);
});

test('a to-do that is due at night in UTC is due on the person’s day', () => {
  const [task] = tasksIn(...todo('Form', 'UID:a', 'DUE:20261201T233000Z'));
  expect(task?.deadline).toBe('2026-12-02');
});
