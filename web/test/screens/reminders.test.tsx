import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { endSession } from '../../src/lib/api/queryClient';
import { timerNotification } from '@daymark/contract/reminders/timerNotification';
import { OPEN_MESSAGE } from '../../src/lib/paths';
import { enter, forgetPerson } from '../../src/records/account/browserData';
import { REMEMBERED_USER_KEY } from '../../src/lib/person/earlyUser';
import { leaveReminders } from '../../src/records/reminders/browserReminders';
import { keepReminders } from '../../src/records/reminders/keepReminders';
import { startPageReminders } from '../../src/records/reminders/pageReminders';
import { showNotification } from '../../src/records/reminders/showNotification';
import type { modelServer } from '../modelServer';
import { PUSH_KEY, THIS_DEVICE } from '../modelDevices';
import { refusal, renderPage, shows, toastText } from '../renderPage';
import { stubPush } from '../stubPush';

const box = (name = /^Reminders in this browser/) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name });
const section = () => screen.getByRole('region', { name: 'Reminders' });
const inSection = (text: string) => shows(text, section);

type Server = ReturnType<typeof modelServer>;
type Page = Awaited<ReturnType<typeof renderPage>>;
const here = ({ devices }: Server) => devices.find(({ id }) => id === THIS_DEVICE)?.reminders;

/** Another device of the person, which gets reminders. */
const PHONE = {
  id: 'b'.repeat(64),
  isCurrent: false,
  startedAt: '2026-01-01T00:00:00Z',
  lastUsedAt: '2026-01-01T00:00:00Z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  timeZone: null,
  reminders: { since: '2026-01-01T00:00:00Z' },
};

/** Opens the settings with reminders turned on in this browser. */
async function openWithReminders() {
  const browser = stubPush();
  const page = await renderPage('/settings');
  await page.user.click(box());
  await waitFor(() => expect(here(page.server)).toBeTruthy());
  await waitFor(() => expect(box().checked).toBe(true));
  return { browser, ...page };
}

test('a click turns reminders on in this browser, and another one turns them off', async () => {
  const { browser, user, server, sent } = await openWithReminders();
  expect(browser.timesAsked).toBe(1);
  expect(sent.findLast(({ line }) => line === 'POST /api/devices/reminders')?.body).toEqual({
    endpoint: browser.subscription?.endpoint,
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  });
  await inSection('They arrive even when Daymark is closed.');
  await inSection('Nothing sent yet');
  await user.click(box());
  await waitFor(() => expect(here(server)).toBeNull());
  expect(box().checked).toBe(false);
  expect(browser.subscription).toBeNull();
  await inSection('No device gets reminders while Daymark is closed.');
});

test('screen readers announce that reminders are being turned on', async () => {
  stubPush();
  const { user, respond } = await renderPage('/settings');
  let answer = () => {};
  const asked = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
  respond(/GET .*push-key$/, () => asked);
  const announced = () => screen.getAllByRole('status').map((status) => status.textContent);
  await user.click(box());
  await waitFor(() => expect(announced()).toContain('Turning on…'));
  answer();
  await waitFor(() => expect(announced()).not.toContain('Turning on…'));
  expect(box().checked).toBe(true);
});

test('nothing asks for permission until the person clicks', async () => {
  const browser = stubPush();
  const { sync } = await renderPage('/settings');
  keepReminders(sync());
  expect(browser.timesAsked).toBe(0);
  expect(box().checked).toBe(false);
});

test('a person who doesn’t allow notifications gets none', async () => {
  const browser = stubPush();
  browser.answer = 'denied';
  const { user, server } = await renderPage('/settings');
  await user.click(box());
  await inSection('Blocked in this browser. Allow notifications in its site settings.');
  expect(box().disabled).toBe(true);
  expect(here(server)).toBeNull();
});

test('a browser that can’t subscribe says that reminders appear while Daymark is open', async () => {
  const browser = stubPush();
  browser.canSubscribe = false;
  const { user, server } = await renderPage('/settings');
  await user.click(box());
  await inSection('This browser can’t get reminders while Daymark is closed.');
  expect(box().checked).toBe(true);
  expect(here(server)).toBeNull();
});

test('a browser that doesn’t reach its push service says so after a few seconds', async () => {
  const browser = stubPush();
  browser.reachesService = false;
  const { user } = await renderPage('/settings');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(box());
  await inSection('Turning on…');
  await vi.advanceTimersByTimeAsync(9_000);
  await inSection('This browser can’t get reminders while Daymark is closed.');
  expect(box().checked).toBe(true);
});

test('a subscription that the server refuses leaves reminders off', async () => {
  const browser = stubPush();
  const { user } = await renderPage('/settings', {
    respond: [/POST .*reminders$/, () => refusal(400, 'This push service is not supported.')],
  });
  await user.click(box());
  await waitFor(() => expect(toastText()).toContain('This push service is not supported.'));
  expect(box().checked).toBe(false);
  expect(browser.subscription).toBeNull();
});

test('a browser without notifications says so', async () => {
  await renderPage('/settings');
  await inSection('This browser doesn’t support notifications.');
  expect(box().disabled).toBe(true);
});

test('a tab on an iPhone says that reminders need the installed app', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  await renderPage('/settings');
  await inSection('On iPhone and iPad, reminders need the installed app');
  Reflect.deleteProperty(navigator, 'standalone');
});

test('reminders can’t be turned on offline', async () => {
  stubPush();
  const { setOnline } = await renderPage('/settings');
  setOnline(false);
  await inSection('You’re offline. You can turn them on when you’re back.');
  expect(box().disabled).toBe(true);
});

test('a browser that had only the timer’s notifications keeps them', async () => {
  const browser = stubPush('granted');
  localStorage.setItem('daymark.notices', 'on');
  const { user, person, server } = await renderPage('/settings');
  await inSection('Only the focus timer notifies you here.');
  await showNotification(person.id, timerNotification('focus'));
  expect(browser.shown).toMatchObject([{ title: 'Focus completed!', tag: 'timer' }]);
  await user.click(box());
  await waitFor(() => expect(box().checked).toBe(false));
  await user.click(box());
  await waitFor(() => expect(here(server)).toBeTruthy());
});

test('a start changes nothing while the subscription is as the server knows it', async () => {
  const { browser, sent, sync } = await openWithReminders();
  const { endpoint } = browser.subscription!;
  const before = sent.length;
  keepReminders(sync());
  await waitFor(() =>
    expect(sent.slice(before).map(({ line }) => line)).toEqual(['GET /api/push-key']),
  );
  expect(browser.subscription?.endpoint).toBe(endpoint);
});

test.each([
  ['is gone', (browser: ReturnType<typeof stubPush>) => void (browser.subscription = null)],
  [
    'has another key',
    (browser: ReturnType<typeof stubPush>) => void browser.subscribeWith(`BA${PUSH_KEY.slice(2)}`),
  ],
])('a start subscribes again if the subscription %s', async (_name, change) => {
  const { browser, sent, sync } = await openWithReminders();
  change(browser);
  const before = browser.subscription?.endpoint;
  keepReminders(sync());
  const starts = () => sent.filter(({ line }) => line === 'POST /api/devices/reminders');
  await waitFor(() => expect(starts()).toHaveLength(2));
  expect(browser.subscription?.endpoint).not.toBe(before);
  expect(starts()[1]?.body.endpoint).toBe(browser.subscription?.endpoint);
});

test('another session tells the server about the same subscription again', async () => {
  const { browser, sent, sync, server } = await openWithReminders();
  const { endpoint } = browser.subscription!;
  document.cookie = 'daymark_signed_in=another';
  server.devices[0]!.reminders = null;
  keepReminders(sync());
  const starts = () => sent.filter(({ line }) => line === 'POST /api/devices/reminders');
  await waitFor(() => expect(starts()).toHaveLength(2));
  expect(starts()[1]?.body.endpoint).toBe(endpoint);
  document.cookie = 'daymark_signed_in=; Max-Age=0';
});

test('a permission that is taken back ends the reminders on the server', async () => {
  const { browser, server, sync } = await openWithReminders();
  browser.permission = 'default';
  keepReminders(sync());
  await waitFor(() => expect(here(server)).toBeNull());
  expect(browser.subscription).toBeNull();
  await waitFor(() => expect(box().checked).toBe(false));
});

test.each([
  ['a start', (sync: Page['sync']) => keepReminders(sync())],
  ['the settings page', (_sync: Page['sync'], reload: Page['reload']) => reload()],
])('%s turns reminders off that another device turned off', async (_name, look) => {
  const { browser, sync, reload } = await openWithReminders();
  await fetch(`/api/devices/${THIS_DEVICE}/reminders`, { method: 'DELETE' });
  await look(sync, reload);
  await waitFor(() => expect(box().checked).toBe(false));
  await waitFor(() => expect(browser.subscription).toBeNull());
});

test('a start subscribes again if the push service has ended the subscription', async () => {
  const { browser, server, sync } = await openWithReminders();
  const before = browser.subscription?.endpoint;
  server.devices[0]!.reminders = null;
  keepReminders(sync());
  await waitFor(() => expect(here(server)).toBeTruthy());
  expect(browser.subscription?.endpoint).not.toBe(before);
  expect(box().checked).toBe(true);
});

test('a session that has ended leaves no subscription, and the next one subscribes again', async () => {
  const { browser, respond, reload, sync, server } = await openWithReminders();
  await showNotification(sync().userId, timerNotification('focus'));
  expect(browser.shown).toHaveLength(1);
  respond(/GET \/api\/user$/, () => refusal(401, 'Please sign in.'));
  await endSession();
  await waitFor(() => expect(browser.subscription).toBeNull());
  await waitFor(() => expect(browser.shown).toEqual([]));
  server.devices[0]!.reminders = null;
  respond(/GET \/api\/user$/, () => undefined);
  await reload('/settings');
  keepReminders(sync());
  await waitFor(() => expect(browser.subscription).not.toBeNull());
  await waitFor(() => expect(here(server)).toBeTruthy());
});

test('the subscription of another person who is signed in by now stays', async () => {
  const { browser, person } = await openWithReminders();
  await leaveReminders(person.id + 1000, person.id);
  expect(browser.subscription).not.toBeNull();
});

test('leaving ends the subscription and forgets the choice', async () => {
  const { browser, person } = await openWithReminders();
  await forgetPerson(person.id);
  expect(browser.subscription).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.includes('reminders'))).toEqual([]);
});

test('a subscription that didn’t end in time ends at the next sign-in', async () => {
  const { browser, person } = await openWithReminders();
  vi.spyOn(browser.subscription!, 'unsubscribe').mockReturnValueOnce(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const left = forgetPerson(person.id);
  await vi.advanceTimersByTimeAsync(6_000);
  await left;
  expect(browser.subscription).not.toBeNull();
  const next = person.id + 1000;
  localStorage.setItem(REMEMBERED_USER_KEY, JSON.stringify({ ...person, id: next }));
  await enter(next);
  expect(browser.subscription).toBeNull();
});

test('a test is sent to a device, and the row says that it was delivered', async () => {
  const { user } = await openWithReminders();
  await user.click(await screen.findByRole('button', { name: 'Send a test to Unknown browser' }));
  await inSection('Delivered today');
  expect(toastText()).toContain('Test sent');
});

test('a test that the push service doesn’t accept is called failed', async () => {
  const lastDelivery = { at: new Date().toISOString(), outcome: 'failed' };
  const { user, respond } = await openWithReminders();
  respond(/reminders\/test/, () => Response.json({ since: PHONE.startedAt, lastDelivery }));
  await user.click(await screen.findByRole('button', { name: 'Send a test to Unknown browser' }));
  await inSection('Failed today');
  expect(toastText()).toContain('The test didn’t arrive');
});

test('another device’s reminders are turned off from here', async () => {
  stubPush();
  const { user, server, reload } = await renderPage('/settings');
  server.devices.push({ ...PHONE });
  await reload();
  await user.click(
    await screen.findByRole('button', { name: 'Turn off reminders on Firefox on Linux' }),
  );
  await inSection('No device gets reminders while Daymark is closed.');
  expect(server.devices[1]?.reminders).toBeNull();
});

test('devices that can’t be loaded offer to try again', async () => {
  const { user, respond } = await renderPage('/settings', {
    respond: [/GET \/api\/devices/, () => refusal(500, 'Something went wrong.')],
  });
  await inSection('The devices with reminders couldn’t be loaded');
  respond(/GET \/api\/devices/, () => undefined);
  await user.click(within(section()).getByRole('button', { name: 'Try Again' }));
  await inSection('No device gets reminders while Daymark is closed.');
});

test.each([
  [/^Events and time blocks/, 'remindsOfEvents', true],
  [/^Deadlines/, 'remindsOfDeadlines', true],
  [/^Focus timer/, 'remindsOfTimer', true],
  [/^Plan the day/, 'remindsToPlan', false],
  [/^Reflect on the day/, 'remindsToReflect', false],
  [/^Hide titles in notifications/, 'hidesReminderTitles', false],
])('the setting %s is saved for all devices', async (name, field, isOnFirst) => {
  const { user, sent } = await renderPage('/settings');
  expect(box(name).checked).toBe(isOnFirst);
  await user.click(box(name));
  const last = () => sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body;
  await waitFor(() => expect(last()).toMatchObject({ [field]: !isOnFirst }));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(last()).toMatchObject({ [field]: isOnFirst }));
});

test('the time before events is a setting, which is off with its kind', async () => {
  const { user, sent } = await renderPage('/settings');
  const select = () =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'When events remind' });
  await user.selectOptions(select(), '10 minutes before');
  const last = () => sent.findLast(({ line }) => line === 'PATCH /api/settings')?.body;
  await waitFor(() => expect(last()).toMatchObject({ reminderMinutes: 10 }));
  await user.click(box(/^Events and time blocks/));
  await waitFor(() => expect(select().disabled).toBe(true));
});

/** An event that has begun a few seconds ago. */
const begun = (fields = {}) => {
  const start = new Date(Date.now() - 5_000);
  return {
    title: 'Stand-up',
    start: start.toISOString(),
    end: new Date(start.getTime() + 1_800_000).toISOString(),
    ...fields,
  };
};
const MINUTE = 60_000;
const EVERY_DAY = {
  workingHours: Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' })),
};

test('an open page shows what is due if the browser can’t subscribe, once in all tabs', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const browser = stubPush();
  browser.canSubscribe = false;
  const { user, sync, person } = await renderPage('/settings', {
    seed: { events: [begun()], settings: EVERY_DAY },
  });
  await user.click(box());
  await inSection('They appear while Daymark is open.');
  startPageReminders(sync());
  startPageReminders(sync());
  await waitFor(() => expect(browser.shown).toHaveLength(1));
  expect(browser.shown[0]).toMatchObject({
    title: 'Stand-up',
    body: 'Now',
    tag: 'event-1001',
    data: { userId: person.id, path: '/calendar?opens=1001', recordId: 1001 },
  });
  expect(browser.shown[0]?.actions).toMatchObject([{ action: 'snooze', title: 'Snooze 10 min' }]);
});

test('a page with a push subscription shows what is due only while it is offline', async () => {
  const browser = stubPush();
  const nowMs = Math.ceil(Date.now() / MINUTE) * MINUTE + MINUTE / 2;
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  const at = (minutes: number) => new Date(nowMs + minutes * MINUTE - MINUTE / 2).toISOString();
  const { user, server, sync, setOnline } = await renderPage('/settings', {
    seed: {
      events: [
        begun({ id: 1001, title: 'Before', start: at(1) }),
        begun({ id: 1002, title: 'Offline', start: at(2) }),
      ],
      settings: EVERY_DAY,
    },
  });
  await user.click(box());
  await waitFor(() => expect(here(server)).toBeTruthy());
  await waitFor(() => expect(box().checked).toBe(true));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: nowMs });
  startPageReminders(sync());
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(browser.shown).toEqual([]);
  setOnline(false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(browser.shown).toMatchObject([{ title: 'Offline' }]);
});

test('a page looks again each minute', async () => {
  const browser = stubPush();
  browser.canSubscribe = false;
  const nowMs = Math.ceil(Date.now() / MINUTE) * MINUTE + MINUTE / 2;
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  const start = new Date(nowMs + MINUTE * 1.5);
  const { user, sync } = await renderPage('/settings', {
    seed: { events: [begun({ start: start.toISOString() })], settings: EVERY_DAY },
  });
  await user.click(box());
  await inSection('They appear while Daymark is open.');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: nowMs });
  startPageReminders(sync());
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(browser.shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(browser.shown).toMatchObject([{ title: 'Stand-up', body: 'Now' }]);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(browser.shown).toHaveLength(1);
});

test('the palette turns reminders on and off, and leads to their settings', async () => {
  const browser = stubPush();
  const { user, server } = await renderPage('/tasks');
  const run = async (typed: string, command: string) => {
    await user.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Search and commands' });
    await user.type(within(palette).getByRole('combobox'), typed);
    await user.click(await within(palette).findByRole('option', { name: new RegExp(command) }));
  };
  await run('reminders', 'Turn on reminders on this device');
  await waitFor(() => expect(toastText()).toContain('Reminders are on in this browser'));
  expect(here(server)).toBeTruthy();
  await run('notify', 'Turn off reminders on this device');
  await waitFor(() => expect(toastText()).toContain('Reminders are off in this browser'));
  expect(browser.subscription).toBeNull();
  await run('reminders', '^Reminders');
  await waitFor(() => expect(location.hash).toBe('#notifications'));
});

test('a reminder opens its task only when the dialog of another one is closed', async () => {
  stubPush();
  const { user } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Water the ferns' }, { title: 'Call Noor' }] },
  });
  await user.click(await screen.findByRole('button', { name: 'Water the ferns' }));
  const title = async () =>
    within(await screen.findByRole('dialog')).getByRole<HTMLInputElement>('textbox', {
      name: 'Task title',
    });
  await user.type(await title(), ' twice');
  const data = { type: OPEN_MESSAGE, path: '/tasks?opens=1002' };
  act(() => void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })));
  expect((await title()).value).toBe('Water the ferns twice');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await title()).value).toBe('Call Noor'));
});
