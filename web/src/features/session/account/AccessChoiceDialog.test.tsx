import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPage, shows, toastText } from '../../../../test/renderPage';

const TITLE = 'Check what else can access your account';
const dialog = () => screen.queryByRole('alertdialog', { name: TITLE });
const choose = (name: string) => within(dialog()!).getByRole('button', { name });

const at = '2026-11-20T08:00:00Z';
const device = { startedAt: at, lastUsedAt: at, userAgent: null, reminders: null };
const defaultReplies: Record<string, unknown> = {
  '/api/devices': [
    { ...device, id: 'a'.repeat(64), isCurrent: true, timeZone: null },
    { ...device, id: 'b'.repeat(64), isCurrent: false, timeZone: 'Asia/Kolkata' },
  ],
  '/api/user/sign-in-methods': { password: true, google: true },
  '/api/tokens': [
    {
      id: 1,
      name: 'Backup',
      scope: 'write',
      createdAt: at,
      expiresAt: '2099-01-01T00:00:00Z',
      lastUsedAt: null,
    },
    { id: 2, name: 'Old', scope: 'read', createdAt: at, expiresAt: at, lastUsedAt: null },
  ],
  '/api/calendar-feed': { busyOnly: false, createdAt: at, readAt: null },
};

async function openChoice(replies = defaultReplies) {
  const page = await renderPage('/tasks', {
    about: { joinedGoogle: true },
    respond: [
      /^GET/,
      ({ line }) => {
        const path = line.replace('GET ', '');
        return path in replies ? Response.json(replies[path]) : undefined;
      },
    ],
  });
  await screen.findByRole('alertdialog', { name: TITLE });
  return page;
}

test('an account that Google has joined shows devices, password, API tokens and feed', async () => {
  await openChoice();
  await shows('Unknown browser, Kolkata, last used Nov 20');
  await shows('PasswordSet');
  await shows('Backup, can read and change');
  await shows('Calendar feedCreated Nov 20');
  expect(dialog()?.textContent).not.toContain('Old');
});

test('a kind of access that doesn’t exist is shown as “None”', async () => {
  const none = {
    '/api/devices': [],
    '/api/user/sign-in-methods': { password: false, google: true },
  };
  await openChoice({ ...none, '/api/tokens': [], '/api/calendar-feed': null });
  for (const name of ['Other devices', 'Password', 'API tokens', 'Calendar feed'])
    await shows(`${name}None`);
});

test('the choice is offered even if some access couldn’t be loaded', async () => {
  const page = await renderPage('/tasks', {
    about: { joinedGoogle: true },
    respond: [/^GET .api.tokens/, () => refusal(503, 'Please try again in a moment.')],
  });
  await shows('API tokensThis couldn’t be loaded.');
  page.respond(/access/, () => Response.json({ ...page.person, joinedGoogle: false }));
  await page.user.click(choose('Keep Them'));
  await waitFor(() => expect(dialog()).toBeNull());
});

test.each([
  ['Keep Them', false],
  ['End Them', true],
])('%s is sent to the server', async (name, end) => {
  const { user, person, respond, sent } = await openChoice();
  respond(/access/, () => Response.json({ ...person, joinedGoogle: false }));
  await user.click(choose(name));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(sent.find(({ line }) => line === 'POST /api/user/access')?.body).toEqual({ end });
  if (end) expect(toastText()).toContain('Only this device is signed in');
});

test('a choice that can’t be sent keeps the dialog open with the error', async () => {
  const { user, respond } = await openChoice();
  respond(/access/, () => refusal(503, 'Please try again in a moment.'));
  await user.click(choose('End Them'));
  await shows('Please try again in a moment.');
  expect(dialog()).not.toBeNull();
});
