import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, renderPage, toastText } from '../../../../../test/renderPage';
import { rememberedUser } from '../../../../lib/person/rememberedUser';

const main = () => screen.getByRole('main').textContent;
const sendAgain = () => screen.getByRole('button', { name: 'Send again' });

test('a person with an unconfirmed address can have the link sent again', async () => {
  const { user, person, respond, sent } = await renderPage('/notes', {
    about: { emailVerified: false },
  });
  expect(main()).toContain(
    'Please confirm your email address: we sent a link to ada@example.com. Send again',
  );
  respond(/verification/, () => Response.json(person));
  await user.click(sendAgain());
  await waitFor(() => expect(toastText()).toContain('We sent a new link to ada@example.com.'));
  expect(sent.map(({ line }) => line)).toContain('POST /api/user/verification');
  expect(sendAgain()).toBeDefined();
});

test('an error is shown if the link can’t be sent', async () => {
  const { user, respond } = await renderPage('/notes', { about: { emailVerified: false } });
  respond(/verification/, () => refusal(429, 'Too many attempts.'));
  await user.click(sendAgain());
  await waitFor(() => expect(toastText()).toContain('The link wasn’t sent'));
  expect(toastText()).toContain('Too many attempts.');
});

test('the line can be hidden for the day in this browser, and is back the next day', async () => {
  const { user, reload } = await renderPage('/notes', { about: { emailVerified: false } });
  await user.click(screen.getByRole('button', { name: 'Hide until tomorrow' }));
  expect(main()).not.toContain('Please confirm');
  await reload();
  expect(main()).not.toContain('Please confirm');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
  await reload();
  expect(main()).toContain('Please confirm your email address');
});

test('the line disappears when the person returns after confirming the address', async () => {
  const { person, respond } = await renderPage('/notes', { about: { emailVerified: false } });
  respond(/GET \/api\/user$/, () => Response.json({ ...person, emailVerified: true }));
  dispatchEvent(new Event('focus'));
  await waitFor(() => expect(main()).not.toContain('Please confirm'));
});

test('a reload removes the line if the address has been confirmed', async () => {
  const { person, respond, reload } = await renderPage('/notes', {
    about: { emailVerified: false },
  });
  respond(/GET \/api\/user$/, () => Response.json({ ...person, emailVerified: true }));
  vi.spyOn(rememberedUser, 'heardAtMs').mockReturnValue(Date.now());
  await reload();
  await waitFor(() => expect(main()).not.toContain('Please confirm'));
});

test('returning to the page checks the address at most once in half a minute', async () => {
  const { sent, user } = await renderPage('/settings', { about: { emailVerified: false } });
  const asked = () => sent.filter(({ line }) => line === 'GET /api/user').length;
  await screen.findByRole('button', { name: 'Send the link again' });
  // The start checks as well.
  await waitFor(() => expect(asked()).toBe(1));
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  for (let focus = 1; focus <= 5; focus++) dispatchEvent(new Event('focus'));
  await user.click(sendAgain());
  expect(asked()).toBe(2);
  // All later focus events together cause one more check.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked()).toBe(3);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked()).toBe(3);
});

test('a visitor of the demo learns when their copy is deleted', async () => {
  await renderPage('/notes', { about: { expiresAt: '2026-11-23T14:05:00.000Z' } });
  const at = new Date('2026-11-23T14:05:00.000Z');
  const time = at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  expect(main()).toContain('Only you can see this copy of the demo. It will be deleted on');
  expect(main()).toContain(`at ${time.replace('\u202f', ' ')}.`);
});

test('a person with a confirmed address sees no line', async () => {
  await renderPage('/notes');
  expect(main()).not.toMatch(/confirm|demo/);
});
