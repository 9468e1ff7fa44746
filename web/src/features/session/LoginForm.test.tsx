import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import { LoginForm } from './LoginForm';

afterEach(cleanup);

function show(rules: 'auth' | 'page') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <LoginForm rules={rules} values={{ email: '', password: '' }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return {
    email: screen.getByLabelText<HTMLInputElement>('Email'),
    password: screen.getByLabelText<HTMLInputElement>('Password'),
    submit: screen.getByRole('button', { name: 'Login' }),
  };
}

test('§5 the login of /auth says what is wrong at its field and keeps what was typed', async () => {
  const { email, password, submit } = show('auth');
  await userEvent.type(email, 'nobody');
  await userEvent.type(password, '12345');
  await userEvent.click(submit);
  expect(descriptionOf(email)).toBe('Please enter a valid email address');
  expect(descriptionOf(password)).toBe('Password must be at least 6 characters');
  expect(email.value).toBe('nobody');
  expect(password.value).toBe('12345');
});

test('§5 /login has its own sentences', async () => {
  const { email, password, submit } = show('page');
  await userEvent.type(email, 'nobody');
  await userEvent.click(submit);
  expect(descriptionOf(email)).toBe('Please enter a valid email');
  expect(descriptionOf(password)).toBe('Password is required');
});

test('Tab goes from the email to the password', async () => {
  const { email, password } = show('auth');
  await userEvent.click(email);
  await userEvent.tab();
  expect(document.activeElement).toBe(password);
});
