import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { descriptionOf } from '../../../../test/descriptionOf';
import { refusal, renderPage } from '../../../../test/renderPage';

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const nameField = () =>
  within(screen.getByRole('region', { name: 'Profile' })).getByLabelText<HTMLInputElement>('Name');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const openSettings = async () => {
  const page = await renderPage('/settings', {
    respond: [/sign-in-methods/, () => Response.json({ password: true, google: false })],
  });
  await screen.findByText('What Daymark calls you. No one else can use it.');
  return page;
};

test('a name that is too short is refused when its field loses the focus', async () => {
  const { user, sent } = await openSettings();
  const name = nameField();
  await user.clear(name);
  await user.type(name, ' A ');
  await user.tab();
  const sentence = 'Username must be at least 3 characters';
  await waitFor(() => expect(descriptionOf(name)).toBe(sentence));
  expect(document.activeElement).not.toBe(name);
  expect(name.value).toBe(' A ');
  await user.type(name, 'd');
  expect(screen.queryByText(sentence)).toBeNull();
  expect(sent.some(({ line }) => line === 'PATCH /api/user')).toBe(false);
});

test('a name that is taken is refused at its field', async () => {
  const { user, sent, respond } = await openSettings();
  const name = nameField();
  respond(/^PATCH \/api\/user/, () => refusal(409, 'This username is already taken.'));
  await user.clear(name);
  await user.type(name, ' Ada Lovelace {Enter}');
  await waitFor(() => expect(descriptionOf(name)).toBe('This username is already taken.'));
  expect(name.value).toBe('Ada Lovelace');
  expect(sent.find(({ line }) => line === 'PATCH /api/user')?.body).toEqual({
    username: 'Ada Lovelace',
  });
});

test('a short new password and a missing current password are reported at their fields', async () => {
  const { user } = await openSettings();
  await user.click(await screen.findByRole('button', { name: 'Change password…' }));
  await screen.findByRole('dialog', { name: 'Change your password' });
  expect(document.activeElement).toBe(field('Current password'));
  await user.type(field('New password'), 'short');
  await user.click(button('Change Password'));
  await waitFor(() =>
    expect(descriptionOf(field('New password'))).toBe('Password must be at least 6 characters'),
  );
  await user.type(field('New password'), ' no more');
  await user.click(button('Change Password'));
  await waitFor(() =>
    expect(descriptionOf(field('Current password'))).toBe('Enter your password.'),
  );
  expect(field('New password').value).toBe('short no more');
  await user.click(button('Cancel'));
  expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy();
});

test('deleting the account needs the name and the password', async () => {
  const { user, person } = await openSettings();
  await user.click(await screen.findByRole('button', { name: 'Delete account…' }));
  await screen.findByRole('alertdialog', { name: 'Delete your account?' });
  const name = field(/^Type your name/);
  expect(document.activeElement).toBe(name);
  await user.type(name, 'Somebody');
  await user.click(button('Delete Account'));
  await waitFor(() => expect(descriptionOf(name)).toBe(`Type ${person.username} to confirm.`));
  await user.clear(name);
  await user.type(name, `${person.username} `);
  await user.click(button('Delete Account'));
  await waitFor(() => expect(descriptionOf(field('Your password'))).toBe('Enter your password.'));
  expect(screen.queryByText(`Type ${person.username} to confirm.`)).toBeNull();
});
