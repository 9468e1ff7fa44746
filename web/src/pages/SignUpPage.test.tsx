// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import AuthPage from './AuthPage';
import SignUpPage from './SignUpPage';

afterEach(cleanup);

test.each([
  {
    path: '/auth',
    Page: AuthPage,
    least: 6,
    passwordError: 'Password must be at least 6 characters',
    confirmationError: 'Password must be at least 6 characters',
  },
  {
    path: '/signup',
    Page: SignUpPage,
    least: 8,
    passwordError: 'Password must be at least 8 characters',
    confirmationError: 'Confirm Password is required',
  },
])(
  '§5 §9 the sign up of $path says what is wrong at each field',
  async ({ Page, least, passwordError, confirmationError }) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const tab = screen.queryByRole('tab', { name: 'Sign Up' });
    if (tab) await userEvent.click(tab);
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    const retype = async (label: string, text: string) => {
      await userEvent.clear(field(label));
      await userEvent.type(field(label), text);
    };
    await userEvent.type(field('Username'), 'ab');
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(descriptionOf(field('Username'))).toBe('Username must be at least 3 characters');
    expect(descriptionOf(field('Email'))).toBe('Please enter a valid email address');
    expect(descriptionOf(field('Password'))).toBe(passwordError);
    expect(descriptionOf(field('Confirm Password'))).toBe(confirmationError);

    await retype('Password', 'x'.repeat(least - 1));
    expect(descriptionOf(field('Password'))).toBe(passwordError);
    await retype('Password', 'x'.repeat(least));
    expect(descriptionOf(field('Password'))).toBe('');

    await retype('Password', 'long enough');
    await retype('Confirm Password', 'long enoguh');
    expect(descriptionOf(field('Confirm Password'))).toBe('Passwords do not match');
    expect(field('Username').value).toBe('ab');
  },
);
