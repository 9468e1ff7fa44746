import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
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
