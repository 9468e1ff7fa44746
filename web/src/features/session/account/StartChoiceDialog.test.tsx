import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderPage, shows } from '../../../../test/renderPage';

const TITLE = 'Someone used this account with a password';
const dialog = () => screen.queryByRole('alertdialog', { name: TITLE });
const choose = (name: string) => screen.getByRole('button', { name });

async function openChoice() {
  const page = await renderPage('/tasks', {
    about: { startedUnconfirmed: true },
    seed: { tasks: [{ title: 'From before' }] },
  });
  await screen.findByRole('alertdialog', { name: TITLE });
  return page;
}

test('the dialog says that the account started unconfirmed and that its password was removed', async () => {
  await openChoice();
  const text = dialog()?.textContent;
  expect(text).toContain('no one had confirmed that ada@example.com is theirs');
  expect(text).toContain('revoked API tokens and the calendar feed');
  expect(text).toContain('that password no longer works');
  expect(text).toContain('choose Forgot password? on the login page');
});

test('“Keep its contents” keeps the records', async () => {
  const { user, person, respond, sent } = await openChoice();
  respond(/start/, () => Response.json({ ...person, startedUnconfirmed: false }));
  await user.click(choose('Keep its contents'));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(sent.find(({ line }) => line === 'POST /api/user/start')?.body).toEqual({ keep: true });
  await shows('From before');
});

test('“Start empty” can be tried again after an error', async () => {
  const { user, person, respond, sent } = await openChoice();
  respond(/start/, () => refusal(503, 'Please try again in a moment.'));
  await user.click(choose('Start empty'));
  await shows('Please try again in a moment.');
  respond(/start/, () => Response.json({ ...person, startedUnconfirmed: false }));
  await user.click(choose('Start empty'));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(sent.filter(({ line }) => line === 'POST /api/user/start').at(-1)?.body).toEqual({
    keep: false,
  });
});
