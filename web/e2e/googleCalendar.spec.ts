import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, heading, signUp, test, toast } from './fixtures';
import { consent, googleAccount, issuedTokens } from './googleStandIn';

// test/screens/GoogleCalendar.test.tsx tests what the screens show for each response.

const ZONE = 'America/Los_Angeles';
// The error that Chromium logs for a script of Playwright's in a tab that is replaced while it opens.
const OWN_HOOK = /The provided callback is no longer runnable/;
test.use({ expectedErrors: OWN_HOOK, timezoneId: ZONE });

const integration = (page: Page) =>
  page.getByRole('dialog', { name: 'Google Calendar Integration' });
const googleTab = (page: Page) => page.getByRole('tab', { name: 'Synced with Google' });
const panel = (page: Page) => page.getByRole('tabpanel');
const cell = (page: Page, day: string) => page.locator(`[role="gridcell"][data-day="${day}"]`);

/** Opens /calendar for a new person with an empty account at Google. */
async function newcomer(page: Page, search: string) {
  const { username } = await signUp(page);
  const google = googleAccount(`${username}@gmail.example`);
  await google.empty(ZONE);
  await page.goto(`/calendar${search}`);
  await expect(heading(page, 'Calendar')).toBeVisible();
  return google;
}

/** Opens Google's sign-in from the dialog. Returns the tab in which it opens. */
async function signInTab(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await integration(page)
    .getByRole('button', { name: /^Connect (Google Calendar|again)$/ })
    .click();
  const tab = await opened;
  await tab.waitForURL(/\/o\/oauth2\//);
  return tab;
}

/**
 * Connects from the open dialog through the stand-in's consent page. Ends with Check Connection Status in the first
 * tab.
 */
async function connect(page: Page, account: string) {
  const tab = await signInTab(page);
  const closed = tab.waitForEvent('close');
  await consent(tab, account);
  // The first tab continues by itself, and the tab that came back from Google closes.
  await closed;
  await expect(toast(page)).toContainText('Calendar Connected');
  await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
  await expect(integration(page)).toContainText('Connected. Google responded just now.');
}

const choose = async (page: Page, calendar: string) => {
  await integration(page).getByRole('checkbox', { name: calendar }).check();
  await expect(toast(page)).toContainText('Calendar selected');
};

/** Waits for the time of the sync, whose appearance moves the Done button, and closes the dialog. */
const done = async (page: Page) => {
  await expect(integration(page)).toContainText('Synced just now');
  await integration(page).getByRole('button', { name: 'Done' }).click();
};

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the local time of a moment in `ZONE`. */
const localTime = (moment: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
    .format(moment)
    .replace(' ', 'T');

/** Returns how far the clocks in `ZONE` are behind UTC at about noon of a day, in ms. */
const behindAtNoon = (day: string) =>
  Date.parse(`${day}T18:00:00Z`) - Date.parse(`${localTime(new Date(`${day}T18:00:00Z`))}Z`);

/** Returns the next day on which the clocks go forward, at least two days from today. */
function nextSpring(): string {
  let day = addDays(new Date().toISOString().slice(0, 10), 2);
  while (behindAtNoon(day) >= behindAtNoon(addDays(day, -1))) day = addDays(day, 1);
  return day;
}

test('a person can connect Google, choose calendars, see their events and disconnect', async ({
  page,
}) => {
  const replies: string[] = [];
  page.context().on('response', (response) => {
    if (response.url().includes('/api/')) replies.push(JSON.stringify(response.headers()));
    if (response.url().includes('/api/') && response.status() !== 302)
      void response.text().then(
        (text) => replies.push(text),
        () => undefined,
      );
  });
  const day = nextSpring();
  const [before, after, later] = [addDays(day, -1), addDays(day, 1), addDays(day, 2)];
  const google = await newcomer(page, `?date=${day}`);
  await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
  await expect(integration(page)).toContainText('Not connected');

  await test.step('refused consent shows Connection Failed with the reason, and nothing is connected', async () => {
    const tab = await signInTab(page);
    await expect(integration(page)).toContainText('This page continues by itself.');
    const closed = tab.waitForEvent('close');
    await consent(tab, google.account, { decision: 'Cancel' });
    await closed;
    await expect(toast(page)).toContainText('Connection Failed');
    await expect(toast(page)).toContainText('Authentication error: ');
    await expect(toast(page)).toContainText('You did not give Daymark access to your calendars.');
    await expect(integration(page)).not.toContainText('This page continues by itself.');
    await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
    await expect(integration(page).getByRole('alert')).toContainText('isn’t connected yet');
  });

  await test.step('a scope unticked on Google’s page is reported, and nothing is connected', async () => {
    const tab = await signInTab(page);
    // After the reload, no tab waits for the result, so the tab that comes back from Google shows the result.
    await page.reload();
    await consent(tab, google.account, { without: 'View events on all your calendars' });
    await expect(toast(tab)).toContainText('Connection Failed');
    await expect(toast(tab)).toContainText('Authentication error: ');
    await expect(tab).toHaveURL(/\/calendar$/);
    await tab.close();
    await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
    await expect(integration(page)).toContainText('Not connected');
  });

  await test.step('connected, with two of three calendars', async () => {
    const work = await google.createCalendar('Work', '#9a9cff');
    const hidden = await google.createCalendar('Not for here');
    const at = (date: string, time: string) => ({ dateTime: `${date}T${time}:00`, timeZone: ZONE });
    await google.createEvent({ summary: 'Offsite', start: { date: day }, end: { date: later } });
    await google.createEvent({
      summary: 'Night shift',
      start: at(before, '23:30'),
      end: at(day, '03:30'),
    });
    const daily = await google.createEvent(
      {
        summary: 'Stand-up',
        start: at(addDays(day, -3), '09:00'),
        end: at(addDays(day, -3), '09:15'),
        recurrence: ['RRULE:FREQ=DAILY;COUNT=7'],
      },
      work,
    );
    const moment = new Date(`${day}T15:00:00Z`);
    await google.createEvent(
      {
        summary: 'From London',
        start: { dateTime: moment.toISOString(), timeZone: 'Europe/London' },
        end: { dateTime: `${day}T16:00:00Z`, timeZone: 'Europe/London' },
      },
      work,
    );
    await google.createEvent(
      { summary: 'Elsewhere', start: at(day, '12:00'), end: at(day, '13:00') },
      hidden,
    );
    // One instance is canceled.
    const cancelled = new Date(Date.parse(`${later}T09:00:00Z`) + behindAtNoon(later));
    const stamp = cancelled.toISOString().replace(/[-:]|\.\d+/g, '');
    await google.deleteEvent(`${daily}_${stamp}`, work);

    await connect(page, google.account);
    const boxes = integration(page).getByRole('checkbox');
    await expect(boxes).toHaveCount(3);
    if (!(await boxes.first().isChecked())) await choose(page, google.account);
    await choose(page, 'Work');
    await done(page);
  });

  await test.step('the events are on their days, also when the clocks go forward', async () => {
    await expect(cell(page, day)).toContainText('Offsite');
    await expect(cell(page, after)).toContainText('Offsite');
    await expect(cell(page, before)).not.toContainText('Offsite');
    await expect(cell(page, later)).not.toContainText('Offsite');

    await googleTab(page).click();
    const list = panel(page).getByRole('listitem');
    for (const [date, times] of [
      [before, ['From 11:30 PM', '9:00 AM']],
      [day, ['All day', 'Until 3:30 AM', '8:00 AM', '9:00 AM']],
      [after, ['All day', '9:00 AM']],
      [later, []],
    ] as const) {
      await cell(page, date).click({ position: { x: 8, y: 8 } });
      await expect(list).toHaveCount(times.length);
      for (const time of times) await expect(list.filter({ hasText: time })).not.toHaveCount(0);
      await expect(list.filter({ hasText: 'Elsewhere' })).toHaveCount(0);
    }
  });

  await test.step('no token is in any reply to the browser or in the browser’s storage', async () => {
    const kept = await page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const contents = await Promise.all(
        databases.map(
          ({ name = '' }) =>
            new Promise<unknown>((resolve, reject) => {
              const opening = indexedDB.open(name);
              opening.onerror = () => reject(new Error(name));
              opening.onsuccess = () => {
                const stores = [...opening.result.objectStoreNames];
                if (stores.length === 0) {
                  resolve([]);
                  return;
                }
                const transaction = opening.result.transaction(stores);
                const all: unknown[] = [];
                for (const store of stores)
                  transaction.objectStore(store).getAll().onsuccess = ({ target }) =>
                    all.push((target as IDBRequest).result);
                transaction.oncomplete = () => resolve(all);
              };
            }),
        ),
      );
      return JSON.stringify([
        contents,
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
      ]);
    });
    const tokens = await issuedTokens();
    expect(tokens.length).toBeGreaterThan(1);
    const all = [kept, ...replies].join('\n');
    expect(tokens.filter((token) => all.includes(token))).toEqual([]);
  });

  await test.step('disconnecting removes the events', async () => {
    await page.getByRole('button', { name: 'Google Calendar', exact: true }).click();
    await integration(page).getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(toast(page)).toContainText('Disconnected from Google Calendar');
    await expect(integration(page)).toContainText('Not connected');
    await integration(page).getByRole('button', { name: 'Close' }).click();
    await expect(cell(page, day)).not.toContainText('Offsite');
    await expect(panel(page)).toContainText('Google Calendar isn’t connected');
  });
});

test('after the grant is revoked at Google, the last seen events stay and one button reconnects', async ({
  page,
}) => {
  const day = addDays(localTime(new Date()).slice(0, 10), 1);
  const google = await newcomer(page, `?date=${day}`);
  await google.createEvent({
    summary: 'Dentist',
    start: { dateTime: `${day}T09:00:00`, timeZone: ZONE },
    end: { dateTime: `${day}T10:00:00`, timeZone: ZONE },
  });
  await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
  await connect(page, google.account);
  const own = integration(page).getByRole('checkbox').first();
  if (!(await own.isChecked())) await choose(page, google.account);
  await done(page);
  await googleTab(page).click();
  await expect(panel(page).getByRole('listitem')).toContainText('Dentist');

  await google.revokeGrant();
  await page.getByRole('button', { name: 'Google Calendar', exact: true }).click();
  await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
  await expect(integration(page).getByRole('alert')).toContainText(
    'Your Google sign-in has expired.',
  );
  await expect(integration(page)).toContainText('Connection expired');
  await expectAccessible(page);
  const tab = await signInTab(page);
  await tab.close();
  await integration(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page).getByRole('listitem')).toContainText('Dentist');
  await expect(panel(page).getByRole('status')).toContainText(
    'These events are from the last sync.',
  );
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Connect' }).click();
  await expect(integration(page)).toBeVisible();
  const again = await signInTab(page);
  await consent(again, google.account);
  await expect(toast(page)).toContainText('Calendar Connected');
  await expect(integration(page).getByText('Connected', { exact: true })).toBeVisible();
  await expect(integration(page).getByRole('checkbox').first()).toBeChecked();
});
