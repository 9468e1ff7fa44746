import type { ApiToken } from '@daymark/contract/apiToken';
import { DAY_MS } from '@daymark/contract/time/units';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import { refusal, renderPage, shows } from '../../../test/renderPage';

const TOKENS = /\/api\/tokens/;

const tokenOf = (id: number, days: number, fields: Partial<ApiToken> = {}): ApiToken => ({
  id,
  name: `Token ${id}`,
  scope: 'read',
  createdAt: '2026-01-05T12:00:00Z',
  expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
  lastUsedAt: null,
  ...fields,
});

const list = () => screen.getByRole('group', { name: 'Your API tokens' });
const field = (name: string) =>
  within(screen.getByRole('form', { name: 'New API token' })).getByLabelText<HTMLInputElement>(
    name,
  );
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('an expired token is removed without a confirmation', async () => {
  const sent: string[] = [];
  const { user } = await renderPage('/settings', {
    respond: [
      TOKENS,
      ({ line }) => {
        sent.push(line);
        return line.startsWith('DELETE')
          ? new Response(null, { status: 204 })
          : Response.json([
              tokenOf(1, 30, { scope: 'write', lastUsedAt: '2026-11-20T08:00:00Z' }),
              tokenOf(2, -1),
            ]);
      },
    ],
  });
  await shows('Token 1', list);
  const [first, second] = within(list()).getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /Read and write · created Jan 5, 2026 · expires .+ · last used Nov \d+, 2026/,
  );
  expect(second?.textContent).toMatch(/Read · created .+ · expired .+ · never used/);
  await user.click(button('Remove Token 2'));
  await waitFor(() => expect(list().textContent).not.toContain('Token 2'));
  expect(sent).toEqual(['GET /api/tokens', 'DELETE /api/tokens/2']);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a new token is shown until Done', async () => {
  let isFull = true;
  const { user } = await renderPage('/settings', {
    respond: [
      TOKENS,
      ({ line, body }) => {
        if (!line.startsWith('POST')) return Response.json([]);
        if (isFull) return refusal(403, 'You have 20 API tokens. Revoke one, then create another.');
        expect(body).toEqual({ name: 'Backup', scope: 'read', expiresInDays: 365 });
        return Response.json({
          ...tokenOf(7, 365, { name: 'Backup' }),
          token: 'daymark_x_7_secret',
        });
      },
    ],
  });
  await shows('You have no API tokens.', list);
  await user.click(button('Create token'));
  await waitFor(() => expect(descriptionOf(field('Name'))).toBe('Please enter a name'));
  expect(document.activeElement).toBe(field('Name'));
  await user.type(field('Name'), 'Backup');
  await user.selectOptions(field('Expires'), 'In a year');
  await user.click(button('Create token'));
  await shows('You have 20 API tokens. Revoke one, then create another.');
  expect(field('Name').value).toBe('Backup');
  isFull = false;
  await user.click(button('Create token'));
  const secret = await screen.findByLabelText<HTMLInputElement>('Token “Backup”');
  expect(secret.value).toBe('daymark_x_7_secret');
  await shows('Backup', list);
  expect(field('Name').value).toBe('');
  await user.click(button('Done'));
  expect(screen.queryByLabelText('Token “Backup”')).toBeNull();
  expect(document.body.innerHTML).not.toContain('daymark_x_7_secret');
});

test('the form returns to its default values after a token is made', async () => {
  const { sent, user } = await renderPage('/settings', {
    respond: [
      TOKENS,
      ({ line }) =>
        Response.json(
          line.startsWith('POST') ? { ...tokenOf(7, 365), token: 'daymark_x_7_secret' } : [],
        ),
    ],
  });
  await shows('You have no API tokens.', list);
  const typed = () => ['Name', 'Access', 'Expires'].map((name) => field(name).value);
  await user.type(field('Name'), 'Backup');
  await user.selectOptions(field('Access'), 'Read and write');
  await user.selectOptions(field('Expires'), 'In a year');
  await user.click(button('Create token'));
  await waitFor(() => expect(typed()).toEqual(['', 'read', '90']));
  await user.type(field('Name'), 'Robot');
  await user.click(button('Create token'));
  await waitFor(() => expect(typed()).toEqual(['', 'read', '90']));
  expect(sent.filter(({ line }) => line === 'POST /api/tokens').map(({ body }) => body)).toEqual([
    { name: 'Backup', scope: 'write', expiresInDays: 365 },
    { name: 'Robot', scope: 'read', expiresInDays: 90 },
  ]);
});

test('loading the API tokens can be retried after an error', async () => {
  let isDown = true;
  const { user } = await renderPage('/settings', {
    respond: [TOKENS, () => (isDown ? refusal(503, 'Try again in a moment.') : Response.json([]))],
  });
  await shows('Your API tokens couldn’t be loaded', list);
  isDown = false;
  await user.click(within(list()).getByRole('button', { name: 'Try Again' }));
  await shows('You have no API tokens.', list);
});

test('the demo says why it can’t make API tokens', async () => {
  const { sent } = await renderPage('/settings', {
    about: { expiresAt: '2026-11-26T08:00:00Z' },
  });
  await shows('The demo can’t create API tokens');
  expect(sent.some(({ line }) => TOKENS.test(line))).toBe(false);
});

test('offline, tokens stay listed but can’t be made or revoked', async () => {
  const { setOnline } = await renderPage('/settings', {
    respond: [TOKENS, () => Response.json([tokenOf(1, 30)])],
  });
  await shows('Token 1', list);
  setOnline(false);
  await shows('You’re offline. You can create and revoke tokens when you’re back.');
  expect(list().textContent).toContain('Token 1');
  for (const name of ['Create token', 'Revoke Token 1']) expect(button(name).disabled).toBe(true);
  setOnline(true);
  await waitFor(() => expect(button('Create token').disabled).toBe(false));
});
