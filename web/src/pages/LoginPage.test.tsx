// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { descriptionOf } from '../../test/descriptionOf';
import LoginPage from './LoginPage';

afterEach(cleanup);

test('§5 /login has its own sentences', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <LoginPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field('Email'));
  await userEvent.type(field('Email'), 'nobody');
  await userEvent.clear(field('Password'));
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(descriptionOf(field('Email'))).toBe('Please enter a valid email');
  expect(descriptionOf(field('Password'))).toBe('Password is required');
});
