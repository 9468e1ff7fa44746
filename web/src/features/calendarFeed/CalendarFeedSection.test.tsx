import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPage, shows, toastText } from '../../../test/renderPage';

const SECRET_PATH = '/api/calendar-feed/only-once.ics';
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const find = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** Opens the settings with a server that stores the person's feed. */
async function openSettings({ feed = null as CalendarFeed | null, about = {} } = {}) {
  const stored = { feed, refuses: '' };
  const page = await renderPage('/settings', {
    about,
    respond: [
      / \/api\/calendar-feed$/,
      ({ line, body }) => {
        const [method = ''] = line.split(' ');
        if (method === stored.refuses) return refusal(503, 'Please try again in a moment.');
        if (method === 'DELETE') stored.feed = null;
        if (method === 'PATCH') stored.feed = { ...stored.feed!, ...(body as object) };
        if (method === 'POST') {
          const busyOnly = body.busyOnly === true;
          stored.feed = { busyOnly, createdAt: new Date().toISOString(), readAt: null };
          return json({ path: SECRET_PATH, feed: stored.feed }, 201);
        }
        return method === 'DELETE' ? new Response(null, { status: 204 }) : json(stored.feed);
      },
    ],
  });
  return { ...page, stored };
}

const MADE: CalendarFeed = { busyOnly: false, createdAt: '2026-11-20T12:00:00Z', readAt: null };

test('a new address is shown only once', async () => {
  const { user, reload } = await openSettings();
  await user.click(await find('Create an address'));
  const address = await screen.findByLabelText<HTMLInputElement>('Address');
  expect(address.value).toBe(`${location.origin}${SECRET_PATH}`);
  await waitFor(() => expect(document.activeElement).toBe(address));
  await shows('Anyone who has it can read this calendar.');
  expect(screen.getByText('Open in a calendar app').getAttribute('href')).toBe(
    `webcal://${location.host}${SECRET_PATH}`,
  );
  await user.click(button('Copy the address'));
  await find('Copied');
  expect(await navigator.clipboard.readText()).toBe(address.value);
  await user.click(button('Done'));
  expect(document.body.innerHTML).not.toContain('only-once');
  await reload();
  await shows('No calendar has read it yet.');
  expect(document.body.innerHTML).not.toContain('only-once');
});

test('a change to “Busy only” is saved at once', async () => {
  const { user, stored } = await openSettings({ feed: MADE });
  const busyOnly = await screen.findByLabelText<HTMLInputElement>('Busy only');
  await user.click(busyOnly);
  await waitFor(() => expect(stored.feed?.busyOnly).toBe(true));
  await screen.findByText('Saved');
  expect(busyOnly.checked).toBe(true);
  stored.refuses = 'PATCH';
  await user.click(busyOnly);
  await shows('Please try again in a moment.');
  expect(busyOnly.checked).toBe(true);
});

test('replacing the address and turning the feed off ask for confirmation', async () => {
  const { user, sent, stored } = await openSettings({ feed: { ...MADE, busyOnly: true } });
  await user.click(await find('New address…'));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('stop showing your events');
  await user.click(within(question).getByRole('button', { name: 'Create a new address' }));
  await screen.findByLabelText('Address');
  expect(sent.find(({ line }) => line === 'POST /api/calendar-feed')?.body).toEqual({
    busyOnly: true,
  });
  await user.click(button('Turn off…'));
  const last = await screen.findByRole('alertdialog');
  await user.click(within(last).getByRole('button', { name: 'Turn off' }));
  await find('Create an address');
  expect(stored.feed).toBeNull();
  expect(toastText()).toContain('Address turned off');
  expect(document.body.innerHTML).not.toContain('only-once');
});

test('the time of the last reading is shown to within a day', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await openSettings({ feed: { ...MADE, readAt: hoursAgo(5) } });
  await shows('Read in the last 24 hours.');
});

test('an address that can’t be loaded offers Try Again', async () => {
  const { user, stored, reload } = await openSettings({
    about: { expiresAt: '2026-11-21T12:00:00Z' },
  });
  await shows('It works until this copy of the demo is deleted.');
  stored.refuses = 'GET';
  await reload();
  await shows('Your calendar address couldn’t be loaded');
  stored.refuses = '';
  await user.click(button('Try Again'));
  await find('Create an address');
});
