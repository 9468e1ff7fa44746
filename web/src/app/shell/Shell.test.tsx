import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { screenPaths } from '../../lib/screens';
import { refusal, renderPage, shows } from '../../../test/renderPage';

/** Returns a response with an error, and a function that makes it arrive. */
function lateResponse() {
  let arrive = (): void => undefined;
  const response = new Promise<Response>((resolve) => {
    arrive = () => resolve(refusal(503, 'Not now.'));
  });
  return { response, arrive: () => arrive() };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const toastOf = () => document.querySelector<HTMLElement>('[data-toast]');

test('while the logout is pending, the button reads Logging out... and is disabled', async () => {
  const late = lateResponse();
  const { user } = await renderPage('/notes', { respond: [/logout/, () => late.response] });
  await user.click(button('Logout'));
  await waitFor(() => expect(button('Logging out...').disabled).toBe(true));
  late.arrive();
  await shows('Logout failed');
});

test('a logout waits for the responses to earlier requests, which would fail without a session', async () => {
  const { user, sync, sent, respond } = await renderPage('/notes');
  const late = lateResponse();
  respond(/GET .api.changes/, () => late.response);
  respond(/logout/, () => refusal(503, 'Not now.'));
  const sentTo = (path: string) => sent.filter(({ line }) => line.includes(path)).length;
  const before = sentTo('/api/changes');
  void sync().pull();
  await waitFor(() => expect(sentTo('/api/changes')).toBe(before + 1));
  await user.click(button('Logout'));
  await waitFor(() => expect(button('Logging out...').disabled).toBe(true));
  expect(sentTo('logout')).toBe(0);
  late.arrive();
  await shows('Logout failed');
  expect(sentTo('logout')).toBe(1);
});

test('a failed logout shows the server’s message', async () => {
  const { user, person } = await renderPage('/notes', {
    respond: [/logout/, () => refusal(503, 'Please try again in a moment.')],
  });
  await user.click(button('Logout'));
  await shows('Logout failed');
  expect(toastOf()?.textContent).toContain('503: Please try again in a moment.');
  expect(screen.getByRole('complementary').textContent).toContain(person.email);
  expect(button('Logout').disabled).toBe(false);
});

test('the menu at the person’s name has Settings and the theme, and Escape returns the focus', async () => {
  const { user, person } = await renderPage('/notes');
  const opener = screen.getByRole('button', { name: `${person.username} ${person.email}` });
  opener.focus();
  await user.keyboard('{Enter}');
  const menu = within(await screen.findByRole('menu'));
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  const items = [...menu.getAllByRole('menuitem'), ...menu.getAllByRole('menuitemradio')];
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Settings',
    'Theme: system',
    'Theme: light',
    'Theme: dark',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement).toBe(opener);
  expect(screen.queryByText('Timer settings')).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
});

test('a failed logout from the menu is logged', async () => {
  const { user } = await renderPage('/notes', {
    phone: true,
    wait: false,
    respond: [/logout/, () => refusal(503, 'Not now.')],
  });
  vi.mocked(console.error).mockImplementation(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await user.click(menu.getByRole('button', { name: 'Logout' }));
  await shows('Logout failed');
  expect(console.error).toHaveBeenCalledExactlyOnceWith('Logout failed:', '503: Not now.');
  vi.mocked(console.error).mockClear();
});

test('a spinner shows while the session loads', async () => {
  let reply = () => {};
  const held = new Promise<undefined>((resolve) => (reply = () => resolve(undefined)));
  const { person } = await renderPage('/notes', {
    session: 'asked',
    respond: [/api\/user/, () => held],
  });
  screen.getByRole('progressbar', { name: 'Loading' });
  expect(screen.queryByRole('complementary')).toBeNull();
  reply();
  const own = await screen.findByRole('complementary');
  expect(own.textContent).toContain(person.email);
});

test('a session that can’t be loaded shows an error with Try Again, and not the sign-in', async () => {
  let isDown = true;
  const { user, person } = await renderPage('/notes', {
    session: 'asked',
    respond: [
      /api\/user/,
      () => (isDown ? refusal(503, 'Please try again in a moment.') : undefined),
    ],
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('503: Please try again in a moment.');
  isDown = false;
  await user.click(button('Try Again'));
  const own = await screen.findByRole('complementary');
  expect(own.textContent).toContain(person.email);
});

test.each(screenPaths)('%s redirects a signed-out person to /login', async (path) => {
  await renderPage(path, { session: 'none' });
  await screen.findByText('Welcome back', { selector: 'h1' });
  expect(location.pathname).toBe('/login');
});

test('a session that ended elsewhere leads to /login at the next call', async () => {
  const { sync, respond } = await renderPage('/notes');
  await sync().start();
  respond(/changes|^GET \/api\/user$/, () => refusal(401, 'Please sign in.'));
  await sync().pull();
  await screen.findByText('Welcome back', { selector: 'h1' });
  expect(location.pathname).toBe('/login');
});

test('a reload is offered when the server refuses a change from an older version of the app', async () => {
  const { user } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'One' }] },
    wait: false,
    respond: [/^PATCH/, () => refusal(426, 'This page is from an older version of Daymark.')],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'One' }));
  await shows('Daymark has been updated');
  expect(toastOf()?.textContent).toContain('Reload to keep saving your changes. Nothing is lost.');
  await screen.findByRole('button', { name: 'Reload to update' });
  await shows('1 change waiting');
  expect(screen.queryByText('Not saved')).toBeNull();
});

test('the browser is asked to keep its storage only when a change has to wait', async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('navigator', Object.assign(navigator, { storage: { persist } }));
  const { user, respond } = await renderPage('/tasks', { seed: { tasks: [{ title: 'One' }] } });
  await user.click(screen.getByRole('checkbox', { name: 'One' }));
  await shows('All changes saved');
  expect(persist).not.toHaveBeenCalled();
  respond(/^PATCH/, () => Promise.reject(new TypeError('Failed to fetch')));
  await user.click(screen.getByRole('checkbox', { name: 'One' }));
  await shows('Offline · 1 change waiting');
  expect(persist).toHaveBeenCalledOnce();
});
