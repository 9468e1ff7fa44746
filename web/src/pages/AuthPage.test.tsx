// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import AuthPage from './AuthPage';

afterEach(cleanup);

const tab = (name: string) => screen.getByRole('tab', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AuthPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('what was typed in one tab of /auth is still there after a look at the other', async () => {
  show();
  await userEvent.type(field('Email'), 'someone@example.com');
  await userEvent.click(tab('Sign Up'));
  await userEvent.type(field('Username'), 'someone');
  await userEvent.click(tab('Login'));
  expect(field('Email').value).toBe('someone@example.com');
  await userEvent.click(tab('Sign Up'));
  expect(field('Username').value).toBe('someone');
});

test('§2 Try Demo Account switches to the Login tab with demo credentials filled in', async () => {
  show();
  await userEvent.click(tab('Sign Up'));
  await userEvent.click(screen.getByRole('button', { name: 'Try Demo Account' }));
  expect(tab('Login').getAttribute('aria-selected')).toBe('true');
  expect(field('Email').value).toBe('demo@daymark.app');
  expect(field('Password').value).toBe('daymark-demo');
});

test('§5 the login of /auth says what is wrong at its field and keeps what was typed', async () => {
  show();
  await userEvent.type(field('Email'), 'nobody');
  await userEvent.type(field('Password'), '12345');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(descriptionOf(field('Email'))).toBe('Please enter a valid email address');
  expect(descriptionOf(field('Password'))).toBe('Password must be at least 6 characters');
  expect(field('Email').value).toBe('nobody');
  expect(field('Password').value).toBe('12345');
});

test('Tab goes from the email to the password', async () => {
  show();
  await userEvent.click(field('Email'));
  await userEvent.tab();
  expect(document.activeElement).toBe(field('Password'));
});
