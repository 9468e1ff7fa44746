import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../descriptionOf';
import { renderPage, toastText } from '../renderPage';

const at = (time: string, day = '2026-11-20') => new Date(`${day}T${time}:00`).toISOString();
const session = (id: number, from: string, to: string, fields: object = {}) => ({
  id,
  mode: 'focus' as const,
  start: at(from),
  end: at(to),
  plannedSeconds: 1500,
  actualSeconds: (Date.parse(at(to)) - Date.parse(at(from))) / 1000,
  completed: true,
  ...fields,
});

/** Opens /focus at noon, after two sessions. */
async function openFocus(more: readonly ReturnType<typeof session>[] = []) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') });
  const page = await renderPage('/focus', {
    seed: {
      tasks: [
        { id: 5, title: 'Write report' },
        { id: 6, title: 'Offer' },
      ],
      focusSessions: [
        session(1, '09:00', '09:30', { actualSeconds: 1500, taskId: 5 }),
        session(2, '10:00', '10:25', { note: 'Call back' }),
        ...more,
      ],
    },
  });
  const { user, server } = page;
  const field = (name: string) => within(screen.getByRole('dialog')).getByLabelText(name);
  return {
    ...page,
    field,
    open: async (name: string) => {
      await user.click(within(list()).getByRole('button', { name }));
      await screen.findByRole('dialog');
    },
    add: async () => {
      await user.click(screen.getByRole('button', { name: 'Add session' }));
      await screen.findByRole('dialog', { name: 'Add focus session' });
    },
    type: async (name: string, text: string) => {
      await user.clear(field(name));
      await user.type(field(name), text);
      await user.tab();
    },
    press: (name: string) =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name })),
    stored: (id: number) => server.records('focusSessions').find((one) => one.id === id),
  };
}

const list = () => screen.getByRole('list', { name: 'Sessions' });
const rows = () => within(list()).getAllByRole('listitem');
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the task, the times and the note of a session can be changed, with Undo', async () => {
  const { user, open, field, type, press, stored } = await openFocus();
  await open('Write report');
  await user.click(field('Task'));
  await user.click(screen.getByRole('option', { name: 'Offer' }));
  await type('End time', '9:40 AM');
  expect(within(screen.getByRole('dialog')).getByText('35m, without 5m of pauses')).toBeTruthy();
  await user.type(field('Note'), 'With Ada');
  await press('Save');
  await closed();
  expect(rows()[1]?.textContent).toContain('Offer');
  expect(rows()[1]?.textContent).toContain('9:00 AM – 9:40 AM');
  expect(screen.getByText('1h 0m focused')).toBeTruthy();
  await waitFor(() => expect(stored(1)).toMatchObject({ taskId: 6, note: 'With Ada' }));
  expect(stored(1)).toMatchObject({ actualSeconds: 2100, completed: true });
  expect(Date.parse(String(stored(1)?.end))).toBe(Date.parse(at('09:40')));
  expect(toastText()).toContain('Session changed');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored(1)).toMatchObject({ taskId: 5, actualSeconds: 1500 }));
});

test('a session is added by hand, and proposed for the time since the last one', async () => {
  const { user, add, field, type, press, server } = await openFocus();
  await add();
  expect(field('Start time')).toHaveProperty('value', '11:35 AM');
  expect(field('End time')).toHaveProperty('value', '12:00 PM');
  await user.click(field('Task'));
  await user.click(screen.getByRole('option', { name: 'Offer' }));
  await type('Start time', '11:00 AM');
  await press('Save');
  await closed();
  expect(rows()[0]?.textContent).toContain('Offer11:00 AM – 12:00 PM1h');
  await waitFor(() => expect(server.records('focusSessions')).toHaveLength(3));
  expect(server.records('focusSessions').at(-1)).toMatchObject({
    mode: 'focus',
    taskId: 6,
    actualSeconds: 3600,
    plannedSeconds: 3600,
    completed: true,
  });
});

test('a deleted session comes back with Undo', async () => {
  const { user, open, press, stored } = await openFocus();
  await open('Focus');
  await press('Delete');
  await closed();
  expect(rows()).toHaveLength(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add session' }));
  await waitFor(() => expect(stored(2)).toBeUndefined());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored(2)).toMatchObject({ note: 'Call back' }));
});

test('sessions that are changed, added and deleted offline are sent later', async () => {
  const { user, open, add, type, press, field, setOnline, server } = await openFocus();
  setOnline(false);
  await open('Write report');
  await user.type(field('Note'), 'Offline');
  await press('Save');
  await closed();
  await add();
  await type('Start time', '11:00 AM');
  await press('Save');
  await closed();
  await user.click(within(rows()[1]!).getByRole('button', { name: 'Focus' }));
  await screen.findByRole('dialog');
  await press('Delete');
  await closed();
  expect(rows()).toHaveLength(2);
  expect(server.records('focusSessions')).toHaveLength(2);
  setOnline(true);
  await waitFor(() =>
    expect(server.records('focusSessions')).toMatchObject([
      { id: 1, note: 'Offline' },
      { actualSeconds: 3600 },
    ]),
  );
});

test.each([
  ['an end before the start', { End: '8:30 AM' }, 'End', 'A session must end after it starts.'],
  ['an end in the future', { End: '1:00 PM' }, 'End', 'A session can’t end in the future.'],
  [
    'an end within another session',
    { End: '10:10 AM' },
    'End',
    'This overlaps the focus session from 10:00 AM to 10:25 AM.',
  ],
  [
    'a start within another session',
    { Start: '10:20 AM', End: '11:00 AM' },
    'Start',
    'This overlaps the focus session from 10:00 AM to 10:25 AM.',
  ],
])('%s is refused at its field, and nothing is lost', async (_, times, name, message) => {
  const { user, open, type, press, field, stored } = await openFocus();
  await open('Write report');
  await user.type(field('Note'), 'Stays');
  for (const [which, time] of Object.entries(times)) await type(`${which} time`, time);
  await press('Save');
  const wrong = field(`${name} time`);
  await waitFor(() => expect(descriptionOf(wrong)).toBe(message));
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  expect(field('Note')).toHaveProperty('value', 'Stays');
  expect(stored(1)).toMatchObject({ note: null, actualSeconds: 1500 });
  await type('Start time', '9:00 AM');
  await type('End time', '9:45 AM');
  await press('Save');
  await closed();
  await waitFor(() => expect(stored(1)).toMatchObject({ note: 'Stays', actualSeconds: 2400 }));
});

test('a session must not overlap the one that runs', async () => {
  const { user, add, type, press, field } = await openFocus();
  await user.click(screen.getByRole('button', { name: 'Start' }));
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await add();
  await type('Start time', '11:50 AM');
  await type('End time', '12:05 PM');
  await press('Save');
  await waitFor(() =>
    expect(descriptionOf(field('End time'))).toBe(
      'This overlaps the focus session that began at 12:00 PM and isn’t over.',
    ),
  );
});

test('a session may begin in the minute in which another one ended', async () => {
  const end = new Date('2026-11-20T11:00:40').toISOString();
  const { add, type, press, server } = await openFocus([session(3, '10:40', '11:00', { end })]);
  await add();
  await type('Start time', '11:00 AM');
  await press('Save');
  await closed();
  await waitFor(() => expect(server.records('focusSessions')).toHaveLength(4));
  const { start } = server.records('focusSessions').at(-1)!;
  expect(Date.parse(String(start))).toBe(Date.parse(end));
});

test('the note of a session that overlaps another one can be changed', async () => {
  const { user, field, press, stored } = await openFocus([
    session(3, '10:20', '10:50', { taskId: 6 }),
  ]);
  await user.click(within(list()).getByRole('button', { name: 'Offer' }));
  await screen.findByRole('dialog');
  await user.type(field('Note'), 'Both devices ran');
  await press('Save');
  await closed();
  await waitFor(() => expect(stored(3)).toMatchObject({ note: 'Both devices ran' }));
});

test('sessions that two devices recorded at the same time say that they overlap', async () => {
  await openFocus([session(3, '10:20', '10:50', { taskId: 6 })]);
  const texts = rows().map(({ textContent }) => textContent.includes('Overlaps another session'));
  expect(texts).toEqual([true, true, false]);
});

test('the sessions of an earlier day are shown and can be changed', async () => {
  const { user, open, type, press, stored } = await openFocus([
    session(3, '16:00', '17:00', {
      taskId: 6,
      start: at('16:00', '2026-11-19'),
      end: at('17:00', '2026-11-19'),
    }),
  ]);
  await user.click(screen.getByRole('button', { name: 'Previous day' }));
  expect(screen.getByRole('heading', { name: 'Sessions on Thu, Nov 19' })).toBeTruthy();
  expect(rows()).toHaveLength(1);
  await open('Offer');
  await type('End time', '4:30 PM');
  await press('Save');
  await closed();
  await waitFor(() => expect(stored(3)).toMatchObject({ actualSeconds: 1800 }));
  await user.click(screen.getByRole('button', { name: 'Next day' }));
  expect(screen.getByRole('heading', { name: 'Today’s sessions' })).toBeTruthy();
});

test('an open dialog keeps what was typed after a reload', async () => {
  const { user, open, field, reload } = await openFocus();
  await open('Write report');
  await user.type(field('Note'), 'Half a thought');
  await reload();
  await screen.findByRole('dialog', { name: 'Edit focus session' });
  expect(field('Note')).toHaveProperty('value', 'Half a thought');
});

test('a session that another device deleted comes back when its edit is saved', async () => {
  const { user, open, field, press, server, sync, stored } = await openFocus();
  await open('Write report');
  await user.type(field('Note'), 'Kept');
  server.remove('focusSessions', 1);
  await sync().pull();
  // The dialog hides the list.
  const hidden = { name: 'Sessions', hidden: true };
  await waitFor(() => expect(screen.getByRole('list', hidden).children).toHaveLength(1));
  await press('Save');
  await closed();
  await waitFor(() => expect(stored(1)).toMatchObject({ note: 'Kept', taskId: 5 }));
});
