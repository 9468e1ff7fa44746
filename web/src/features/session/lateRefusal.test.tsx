import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, renderPage, shows } from '../../../test/renderPage';
import { endSession, renewingSession } from '../../lib/api/queryClient';
import { rememberedUser } from '../../lib/person/rememberedUser';
import { adoptSession, dropSignedInHint, hasSignedInHint } from '../../lib/person/sessionHint';

/** Simulates that another tab of this browser signs in. */
const signInElsewhere = () => void (document.cookie = 'daymark_signed_in=next; Path=/');

afterEach(() => {
  vi.unstubAllGlobals();
  dropSignedInHint();
  adoptSession();
});

test('a late 401 for the user is retried if another tab has signed in', async () => {
  const refusals = [refusal(401, 'Please sign in.')];
  await renderPage('/tasks', {
    session: 'asked',
    respond: [
      /^GET \/api\/user$/,
      () => {
        if (refusals.length > 0) signInElsewhere();
        return refusals.pop();
      },
    ],
  });
  await screen.findByRole('heading', { name: 'Task Management' });
  expect(hasSignedInHint()).toBe(true);
});

test('another call that gets a late 401 is retried with the browser’s new session', async () => {
  const refusals = [refusal(401, 'Please sign in.')];
  const { user, server } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Kept' }] },
    respond: [/^PATCH/, () => refusals.pop()],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Kept' }));
  await waitFor(() => expect(server.records('tasks')).toMatchObject([{ completed: true }]));
  expect(screen.getByRole('heading', { name: 'Task Management' })).toBeTruthy();
});

test('after a late 401 of another call, the page reloads if another person has signed in', async () => {
  const reload = vi.fn();
  const { person, respond } = await renderPage('/tasks');
  vi.stubGlobal('location', { pathname: '/tasks', protocol: 'http:', reload });
  respond(/^GET \/api\/user$/, () => Response.json({ ...person, id: person.id + 1 }));
  await endSession();
  expect(reload).toHaveBeenCalledOnce();
  expect(rememberedUser.get()?.id).toBe(person.id);
});

test('a 401 waits for a call that is renewing the session', async () => {
  const { respond } = await renderPage('/tasks');
  respond(/^GET \/api\/user$/, () => (isRenewed ? undefined : refusal(401, 'Please sign in.')));
  let isRenewed = false;
  let renew = () => {};
  const renewal = new Promise<void>((resolve) => (renew = resolve));
  void renewingSession(renewal);
  const ending = endSession();
  isRenewed = true;
  renew();
  await ending;
  expect(screen.getByRole('heading', { name: 'Task Management' })).toBeTruthy();
});

test('a 401 of the session that the page uses removes the hint', async () => {
  signInElsewhere();
  adoptSession();
  const { user } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Kept' }] },
    respond: [/^PATCH|^GET \/api\/user$/, () => refusal(401, 'Please sign in.')],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Kept' }));
  await shows('Your session has ended.');
  await waitFor(() => expect(hasSignedInHint()).toBe(false));
});
