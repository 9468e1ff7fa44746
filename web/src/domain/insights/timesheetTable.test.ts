import { expect, it } from 'vitest';
import { timesheetTable } from './timesheetTable';

const entry = {
  day: '2026-11-20',
  category: 'Work',
  task: 'Report',
  goal: 'No goal',
  seconds: 3909,
};

it('a row has a task of a day with its time', async () => {
  expect(await timesheetTable({ entries: [entry] })).toBe(
    '\ufeffDay,Category,Task,Goal,Duration,Seconds\r\n2026-11-20,Work,Report,No goal,1:05:09,3909\r\n',
  );
});

it('a title is never run as a formula', async () => {
  const task = '=HYPERLINK("http://example.com")';
  const table = await timesheetTable({
    entries: [{ ...entry, task, category: 'A;=1+1', goal: '+1\u0000' }],
  });
  const [, row] = table.split('\r\n');
  expect(row).toBe(
    `2026-11-20,"A;'=1+1","'=HYPERLINK(""http://example.com"")","'+1 ",1:05:09,3909`,
  );
});
