import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, FAILED_REQUEST, heading, signUp, test, toast } from './fixtures';
import { consent, googleAccount, issuedTokens } from './googleStandIn';

// Chromium logs this for a script of Playwright's in a tab that was replaced while it opened.
const OWN_HOOK = /The provided callback is no longer runnable/;
test.use({ expectedErrors: OWN_HOOK });

const integration = (page: Page) =>
  page.getByRole('dialog', { name: 'Google Calendar Integration' });
const googleTab = (page: Page) => page.getByRole('tab', { name: 'Synced with Google' });
const panel = (page: Page) => page.getByRole('tabpanel');
const cell = (page: Page, day: string) => page.locator(`[role="gridcell"][data-day="${day}"]`);
const externalEvent = (page: Page, title: string) =>
  page.locator('[data-external]').filter({ hasText: title });

/** Somebody new, on /calendar, with an account at Google that has nothing in it. */
async function newcomer(page: Page, timeZone: string, search = '') {
  const { username } = await signUp(page);
  const google = googleAccount(`${username}@gmail.example`);
  await google.empty(timeZone);
  await page.goto(`/calendar${search}`);
  await expect(heading(page, 'Calendar')).toBeVisible();
  return google;
}

/** Opens Google's sign-in from the dialog: the tab that it opens in. */
async function signInTab(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await integration(page)
    .getByRole('button', { name: /^Connect (Google Calendar|again)$/ })
    .click();
  const tab = await opened;
  await tab.waitForURL(/\/o\/oauth2\//);
  return tab;
}

/** Connects through the stand-in's consent page, up to Check Connection Status in the first tab. */
async function connect(page: Page, account: string) {
  await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
  const tab = await signInTab(page);
  await consent(tab, account);
  await expect(toast(tab)).toContainText('Calendar Connected');
  await expect(tab).toHaveURL(/\/calendar$/);
  await tab.close();
  await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
  await expect(integration(page)).toContainText('The connection works.');
}

const choose = async (page: Page, calendar: string) => {
  await integration(page).getByRole('checkbox', { name: calendar }).check();
  await expect(toast(page)).toContainText('Calendar selected');
};

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The local time of a moment in a zone. */
const clockIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    moment,
  );

/** The next day on which the clocks of a zone change, forward or back. */
function nextChange(timeZone: string, forward: boolean): string {
  const offset = (day: string) =>
    Date.parse(`${clockIn(timeZone, new Date(`${day}T12:00:00Z`)).replace(' ', 'T')}Z`);
  for (let day = addDays(new Date().toISOString().slice(0, 10), 2); ; day = addDays(day, 1)) {
    const hours = (offset(day) - offset(addDays(day, -1))) / 3_600_000;
    if (forward ? hours > 24 : hours < 24) return day;
  }
}

const nextMonth15 = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
    .toISOString()
    .slice(0, 10);
};

for (const [place, timeZone, middle] of [
  [
    'UTC−8, over the day when the clocks go forward',
    'America/Los_Angeles',
    () => nextChange('America/Los_Angeles', true),
  ],
  [
    'UTC−8, over the day when the clocks go back',
    'America/Los_Angeles',
    () => nextChange('America/Los_Angeles', false),
  ],
  ['UTC+5:30', 'Asia/Kolkata', nextMonth15],
  ['UTC+13', 'Pacific/Tongatapu', nextMonth15],
] as const)
  test.describe(`in ${place}`, () => {
    test.use({ timezoneId: timeZone });

    test('a person connects, selects two calendars, sees the right events on the right days, and disconnects', async ({
      page,
    }) => {
      const day = middle();
      const [before, after, later] = [addDays(day, -1), addDays(day, 1), addDays(day, 2)];
      const google = await newcomer(page, timeZone, `?date=${day}`);
      const work = await google.createCalendar('Work', '#9a9cff');
      const hidden = await google.createCalendar('Not for here');
      const at = (date: string, time: string) => ({ dateTime: `${date}T${time}:00`, timeZone });
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
      // One instance is cancelled.
      const utc = new Date(
        Date.parse(`${later}T09:00:00Z`) -
          (Date.parse(`${clockIn(timeZone, new Date(`${later}T18:00:00Z`)).replace(' ', 'T')}Z`) -
            Date.parse(`${later}T18:00:00Z`)),
      );
      await google.deleteEvent(`${daily}_${utc.toISOString().replace(/[-:]|\.\d+/g, '')}`, work);

      await connect(page, google.account);
      const boxes = integration(page).getByRole('checkbox');
      await expect(boxes).toHaveCount(3);
      if (!(await boxes.first().isChecked())) await choose(page, google.account);
      await choose(page, 'Work');
      await integration(page).getByRole('button', { name: 'Done' }).click();

      await expect(cell(page, day)).toContainText('Offsite');
      await expect(cell(page, after)).toContainText('Offsite');
      await expect(cell(page, before)).not.toContainText('Offsite');
      await expect(cell(page, later)).not.toContainText('Offsite');

      await googleTab(page).click();
      const list = panel(page).getByRole('listitem');
      const [londonDay = '', londonTime = ''] = clockIn(timeZone, moment).split(' ');
      const hours = Number(londonTime.slice(0, 2));
      const shown = `${hours % 12 || 12}:${londonTime.slice(3)} ${hours < 12 ? 'AM' : 'PM'}`;
      for (const [date, expected] of [
        [before, ['From 11:30 PM', '9:00 AM']],
        [day, ['All day', 'Until 3:30 AM', '9:00 AM']],
        [after, ['All day', '9:00 AM']],
        [later, []],
      ] as const) {
        await cell(page, date).click({ position: { x: 8, y: 8 } });
        const times = [...expected, ...(date === londonDay ? [shown] : [])];
        await expect(list).toHaveCount(times.length);
        for (const time of times) await expect(list.filter({ hasText: time })).not.toHaveCount(0);
        await expect(list.filter({ hasText: 'Elsewhere' })).toHaveCount(0);
      }

      await page.getByRole('button', { name: 'Google Calendar', exact: true }).click();
      await integration(page).getByRole('button', { name: 'Disconnect' }).click();
      await expect(toast(page)).toContainText('Disconnected from Google Calendar');
      await expect(integration(page)).toContainText('Not connected');
      await integration(page).getByRole('button', { name: 'Close' }).click();
      await expect(cell(page, day)).not.toContainText('Offsite');
      await expect(panel(page)).toContainText('Google Calendar isn’t connected');
    });
  });

test.describe('errors', () => {
  test.use({
    expectedErrors: new RegExp(`${FAILED_REQUEST.source}|${OWN_HOOK.source}`),
    timezoneId: 'America/Los_Angeles',
  });

  const tomorrow = () =>
    addDays(new Date(Date.now() - 8 * 3_600_000).toISOString().slice(0, 10), 1);

  /** Connected, with one event tomorrow, which is the day that is shown. */
  async function connected(page: Page) {
    const day = tomorrow();
    const google = await newcomer(page, 'America/Los_Angeles', `?date=${day}`);
    await google.createEvent({
      summary: 'Dentist',
      location: 'Main Street 1',
      start: { dateTime: `${day}T09:00:00`, timeZone: 'America/Los_Angeles' },
      end: { dateTime: `${day}T10:00:00`, timeZone: 'America/Los_Angeles' },
    });
    await connect(page, google.account);
    const own = integration(page).getByRole('checkbox').first();
    if (!(await own.isChecked())) await choose(page, google.account);
    await integration(page).getByRole('button', { name: 'Done' }).click();
    await googleTab(page).click();
    await expect(panel(page).getByRole('listitem')).toContainText('Dentist');
    return google;
  }

  test('§2 consent refused: Connection Failed with the reason, and nothing is connected', async ({
    page,
  }) => {
    const google = await newcomer(page, 'America/Los_Angeles');
    await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
    const tab = await signInTab(page);
    await consent(tab, google.account, { decision: 'Cancel' });
    await expect(toast(tab)).toContainText('Connection Failed');
    await expect(toast(tab)).toContainText('Authentication error: ');
    await expect(toast(tab)).toContainText('You did not give Daymark access to your calendars.');
    await expect(tab).toHaveURL(/\/calendar$/);
    await tab.close();
    await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
    await expect(integration(page).getByRole('alert')).toContainText('isn’t connected yet');
  });

  test('a scope unticked on Google’s page: it says so, and nothing is connected', async ({
    page,
  }) => {
    const google = await newcomer(page, 'America/Los_Angeles');
    await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
    const tab = await signInTab(page);
    await consent(tab, google.account, { without: 'View events on all your calendars' });
    await expect(toast(tab)).toContainText('Connection Failed');
    await expect(toast(tab)).toContainText('Authentication error: ');
    await tab.close();
    await expect(integration(page)).toContainText('Not connected');
  });

  test('§6 §8 not logged in, auth-URL 500, authUrl missing, popup blocked: each with its own sentence', async ({
    page,
  }) => {
    await newcomer(page, 'America/Los_Angeles');
    await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
    const press = () =>
      integration(page).getByRole('button', { name: 'Connect Google Calendar' }).click();
    const says = async (sentence: string) => {
      await press();
      await expect(toast(page)).toContainText('Connection failed');
      await expect(toast(page)).toContainText(sentence);
    };
    let answer = { status: 401, body: 'Please sign in.' };
    await page.route('**/api/calendar/auth-url', (route) => route.fulfill(answer));
    await says('You need to be logged in to connect Google Calendar. Please log in and try again.');
    answer = { status: 500, body: 'Something broke.' };
    await says('Server error when setting up Google integration. Please try again later.');
    answer = { status: 200, body: '{}' };
    await says('Authentication URL not provided by server. Please try again.');
    await page.evaluate(() => (window.open = () => null));
    await says('Popup was blocked. Please allow popups for this website and try again.');
    expect(page.context().pages()).toHaveLength(1);
  });

  test('the grant is revoked at Google: what was last seen stays, marked, and one button reconnects', async ({
    page,
  }) => {
    const google = await connected(page);
    await google.revokeGrant();
    await page.getByRole('button', { name: 'Google Calendar', exact: true }).click();
    await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
    await expect(integration(page).getByRole('alert')).toContainText(
      'Your Google sign-in has expired.',
    );
    await expect(integration(page)).toContainText('Connection expired');
    const tab = await signInTab(page);
    await tab.close();
    await integration(page).getByRole('button', { name: 'Close' }).click();
    await expect(panel(page).getByRole('listitem')).toContainText('Dentist');
    await expect(panel(page).getByRole('status')).toContainText('What you see was last seen.');
    await panel(page).getByRole('button', { name: 'Connect' }).click();
    await expect(integration(page)).toBeVisible();
    const again = await signInTab(page);
    await consent(again, google.account);
    await expect(toast(again)).toContainText('Calendar Connected');
    // A change in that tab shows in this one by itself.
    await expect(integration(page).getByText('Connected', { exact: true })).toBeVisible();
    await expect(integration(page).getByRole('checkbox').first()).toBeChecked();
  });

  test('§8 Google fails before anything was seen: Connection Failed with Try Again and Connect', async ({
    page,
  }) => {
    const day = tomorrow();
    const google = await newcomer(page, 'America/Los_Angeles', `?date=${day}`);
    await google.fail('events.list', { kind: 'serverError', count: null });
    await connect(page, google.account);
    const own = integration(page).getByRole('checkbox').first();
    if (!(await own.isChecked())) await choose(page, google.account);
    await integration(page).getByRole('button', { name: 'Done' }).click();
    await googleTab(page).click();
    const card = panel(page).getByRole('alert');
    await expect(card.getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Connect' })).toBeVisible();
    await google.stopFailing();
    // A live update may bring the day before the button does.
    const empty = panel(page).getByText('No events scheduled for this day');
    await card.getByRole('button', { name: 'Try Again' }).or(empty).click();
    await expect(empty).toBeVisible();
  });

  test('offline it shows what was last seen, also after a reload', async ({ page, context }) => {
    await connected(page);
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await googleTab(page).click();
    await expect(panel(page).getByRole('listitem')).toContainText('Dentist');
    expect(context.pages()).toHaveLength(1);
  });

  test('no token is in any reply to the browser, nor in what the browser keeps', async ({
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
    await connected(page);
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

  test('an external event shows its time and place, and can’t be changed here', async ({
    page,
  }) => {
    await connected(page);
    await panel(page).getByRole('button', { name: 'Dentist' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dentist' });
    await expect(dialog).toContainText('9:00 AM – 10:00 AM');
    await expect(dialog).toContainText('Main Street 1');
    await expect(dialog.getByRole('button', { name: /Edit|Delete|Save/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Day', exact: true }).click();
    // The month, which shows it too, is hidden a moment later.
    await expect(page.locator('[data-view="day"]')).toBeVisible();
    await externalEvent(page, 'Dentist').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('9:00 AM – 10:00 AM');
  });
});

test('external events count for what fits before the next one, and for the evidence of a reflection', async ({
  page,
}) => {
  const google = await newcomer(page, 'UTC');
  const inMinutes = (minutes: number) => ({
    dateTime: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  await google.createEvent({ summary: 'Planning', start: inMinutes(-60), end: inMinutes(-30) });
  await google.createEvent({ summary: 'Design review', start: inMinutes(40), end: inMinutes(70) });
  await connect(page, google.account);
  await page.goto('/focus');
  await expect(page.getByText(/min until Design review/)).toBeVisible();
  await page.goto('/reflection');
  await page.getByRole('button', { name: 'Draft from today' }).click();
  await expect(page.getByLabel('Accomplishments')).toHaveValue('Attended: Planning');
});

test.describe('what the browser requests', () => {
  test.use({ expectedErrors: new RegExp(`${FAILED_REQUEST.source}|${OWN_HOOK.source}`) });

  const CALENDARS = [{ id: 'team', summary: 'Team', primary: true, color: '#9a9cff' }];
  const CONNECTED = {
    isConnected: true,
    status: 'connected',
    selectedCalendarId: 'team',
    selectedCalendarIds: ['team'],
    calendarList: CALENDARS,
    lastSyncedAt: null,
    calendarError: null,
  };

  /** Answers the calendar's calls as the test says, and counts them by what they ask for. */
  async function answering(page: Page, calendars = CALENDARS) {
    const asked = new Map<string, number>();
    const failing = new Set<string>();
    const check = { status: 'connected', calendarError: null as object | null };
    const answers: Record<string, unknown> = {
      settings: { ...CONNECTED, calendarList: calendars },
      list: { items: calendars },
      events: { items: [], asOf: null },
      check,
    };
    await signUp(page);
    await page.route('**/api/calendar/*', async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      asked.set(name, (asked.get(name) ?? 0) + 1);
      if (failing.has(name)) await route.fulfill({ status: 500, body: 'Something broke.' });
      else await route.fulfill({ json: answers[name] ?? {} });
    });
    return { asked, failing, check };
  }
  const open = (page: Page) =>
    page.getByRole('button', { name: 'Google Calendar', exact: true }).click();

  test('§7 §9 settings and events hold five minutes, and the list fifteen', async ({ page }) => {
    const { asked } = await answering(page);
    await page.context().route('**/api/live-token', () => undefined);
    await page.clock.install();
    await page.goto('/calendar');
    const look = async (minutes: number) => {
      await page.getByRole('link', { name: 'Notes' }).click();
      await expect(heading(page, 'Notes')).toBeVisible();
      await page.clock.runFor(minutes * 60_000);
      await page.getByRole('link', { name: 'Calendar' }).click();
      await open(page);
      await expect(integration(page).getByRole('checkbox', { name: 'Team' })).toBeVisible();
      await integration(page).getByRole('button', { name: 'Done' }).click();
      await page.clock.runFor(1000);
      await expect(integration(page)).toBeHidden();
    };
    const counts = () => ['settings', 'events', 'list'].map((name) => asked.get(name));
    await look(0);
    await expect.poll(counts).toEqual([1, 1, 1]);
    await look(4);
    expect(counts()).toEqual([1, 1, 1]);
    await look(2);
    await expect.poll(counts).toEqual([2, 2, 1]);
    await look(10);
    await expect.poll(() => asked.get('list')).toBe(2);
  });

  test('§7 the events are asked for once more when that fails, and only once', async ({ page }) => {
    const { asked, failing } = await answering(page);
    failing.add('events');
    await page.goto('/calendar');
    await googleTab(page).click();
    await expect(panel(page).getByRole('heading', { name: 'Connection Failed' })).toBeVisible();
    expect(asked.get('events')).toBe(2);
  });

  test('§2 No calendars found', async ({ page }) => {
    await answering(page, []);
    await page.goto('/calendar');
    await open(page);
    await expect(integration(page)).toContainText('No calendars found');
  });

  test('§8 Disconnection failed, Calendar selection failed, and what the connection check finds', async ({
    page,
  }) => {
    const { failing, check } = await answering(page);
    for (const name of ['disconnect', 'select']) failing.add(name);
    await page.goto('/calendar');
    await open(page);
    await integration(page).getByRole('checkbox', { name: 'Team' }).click();
    await expect(toast(page)).toContainText('Calendar selection failed');
    await expect(integration(page).getByRole('checkbox', { name: 'Team' })).toBeChecked();
    await integration(page).getByRole('button', { name: 'Disconnect' }).click();
    await expect(toast(page)).toContainText('Disconnection failed');
    for (const [error, sentence] of [
      ['expired', 'Your Google sign-in has expired.'],
      ['network', 'Google Calendar can’t be reached.'],
      ['timeout', 'Google Calendar took too long to answer.'],
      ['permission', 'Google refused access to your calendar.'],
      ['notFound', 'A calendar was not found at Google.'],
    ] as const) {
      check.calendarError = { error, details: sentence };
      await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
      await expect(integration(page).getByRole('alert')).toContainText(sentence);
    }
    check.calendarError = null;
    await integration(page).getByRole('button', { name: 'Check Connection Status' }).click();
    await expect(integration(page).getByRole('status')).toContainText('The connection works.');
  });
});

test('axe finds nothing in the integration dialog nor beside Google’s events', async ({ page }) => {
  const google = await newcomer(page, 'Europe/Berlin');
  await page.getByRole('button', { name: 'Connect Calendar' }).first().click();
  await expect(integration(page)).toContainText('Not connected');
  await expectAccessible(page);
  await integration(page).getByRole('button', { name: 'Close' }).click();
  await google.createEvent({
    summary: 'Every day',
    start: { date: addDays(new Date().toISOString().slice(0, 10), -1) },
    end: { date: addDays(new Date().toISOString().slice(0, 10), 2) },
  });
  await connect(page, google.account);
  const own = integration(page).getByRole('checkbox').first();
  if (!(await own.isChecked())) await choose(page, google.account);
  await expectAccessible(page);
  await integration(page).getByRole('button', { name: 'Done' }).click();
  await googleTab(page).click();
  await expect(panel(page).getByRole('listitem')).toContainText('Every day');
  await expectAccessible(page);
});
