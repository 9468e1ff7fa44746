import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, renderPage, shows } from '../../../test/renderPage';
import { endSession } from '../../lib/queryClient';
import { rememberedUser } from '../../lib/rememberedUser';
import { adoptSession, dropSignedInHint, hasSignedInHint } from '../../lib/sessionHint';

/** Another tab of this browser signs in. */
const signInElsewhere = () => void (document.cookie = 'daymark_signed_in=next; Path=/');

afterEach(() => {
  vi.unstubAllGlobals();
  dropSignedInHint();
  adoptSession();
});

test('a late 401 for the user is asked again when another tab has signed in since', async () => {
  const refusals = [refusal(401, 'Please sign in.')];
  await renderPage('/tasks', {
    session: 'asked',
    answer: [
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

test('a late 401 of another call starts the page again with the session of the other tab', async () => {
  const reload = vi.fn();
  const { person } = await renderPage('/tasks');
  vi.stubGlobal('location', { pathname: '/tasks', protocol: 'http:', reload });
  signInElsewhere();
  endSession();
  expect(reload).toHaveBeenCalledOnce();
  expect(rememberedUser.get()?.id).toBe(person.id);
  expect(hasSignedInHint()).toBe(true);
});

test('a 401 of the session that the page uses removes the hint', async () => {
  signInElsewhere();
  adoptSession();
  const { user } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Kept' }] },
    answer: [/^PATCH/, () => refusal(401, 'Please sign in.')],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Kept' }));
  await shows('Your session has ended.');
  await waitFor(() => expect(hasSignedInHint()).toBe(false));
});
