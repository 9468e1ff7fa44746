import { EMAIL_TAKEN, usernameTaken, WRONG_CREDENTIALS } from '@daymark/contract/user';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { descriptionOf } from '../../../test/descriptionOf';
import { refusal, renderPage, shows, toastText } from '../../../test/renderPage';
import * as appCheck from '../../lib/firebase/appCheck';
import { CallError } from '../../lib/api/call';
import { browserTimeZone } from '../../lib/time/dates';
import { deletedAccount } from '../../lib/person/deletedAccount';
import { endedSession } from '../../lib/person/endedSession';
import * as firebase from '../../lib/firebase/firebase';
import { dropSignedInHint } from '../../lib/person/sessionHint';
import AuthPage from './AuthPage';
import LandingPage from './LandingPage';
import LoginPage from './LoginPage';
import PrivacyPage from './PrivacyPage';
import SignUpPage from './SignUpPage';

afterEach(cleanup);

const DEMO = { email: 'demo@daymark.app', password: 'daymark-demo' };

const ALAN = {
  idToken: 'token',
  email: 'alan.turing@example.com',
  displayName: 'Alan Turing',
  uid: 'alan',
  photoUrl: null,
};

const tab = (name: string) => screen.getByRole('tab', { name });
const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const toastOf = () => document.querySelector<HTMLElement>('[data-toast]');

const never = () => new Promise<never>(() => undefined);

async function fill(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.paste(text);
}

/** Renders a page alone, without the app around it. */
function show(page: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
}

async function expectToast(...texts: string[]) {
  await waitFor(() => {
    for (const text of texts) expect(toastText()).toContain(text);
  });
  expect(toastOf()?.dataset.severity).toBe('error');
}

test('typed text in one tab of /auth is kept while the other tab is shown', async () => {
  show(<AuthPage />);
  await fill('Email', 'someone@example.com');
  await userEvent.click(tab('Sign Up'));
  await fill('Username', 'someone');
  await userEvent.click(tab('Login'));
  expect(field('Email').value).toBe('someone@example.com');
  await userEvent.click(tab('Sign Up'));
  expect(field('Username').value).toBe('someone');
});

test('/auth has the tabs Login and Sign Up, marketing sections, and a footer with links to the sections', () => {
  show(<AuthPage />);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Login',
    'Sign Up',
  ]);
  const footer = within(screen.getByRole('contentinfo'));
  for (const [link, title] of [
    ['Features', 'Everything a working day needs'],
    ['Pricing', 'Simple pricing'],
  ] as const) {
    const [, section = ''] = footer
      .getByRole<HTMLAnchorElement>('link', { name: link })
      .href.split('#');
    expect(document.getElementById(section)?.textContent).toContain(title);
  }
});

test('Try Demo Account switches to the Login tab with the demo’s credentials filled in', async () => {
  show(<AuthPage />);
  await userEvent.click(tab('Sign Up'));
  await userEvent.click(button('Try Demo Account'));
  expect(tab('Login').getAttribute('aria-selected')).toBe('true');
  expect(field('Email').value).toBe(DEMO.email);
  expect(field('Password').value).toBe(DEMO.password);
});

test('pressing Demo Account twice signs in once', async () => {
  const { user, sent } = await renderPage('/auth', {
    session: 'none',
    respond: [/login/, () => refusal(503, 'Not now.')],
  });
  await user.dblClick(button('Demo Account'));
  await screen.findByRole('alert');
  expect(sent.filter(({ line }) => line === 'POST /api/login')).toHaveLength(1);
});

test('the login of /auth reports errors at their fields', async () => {
  show(<AuthPage />);
  await fill('Email', 'nobody');
  await fill('Password', '12345');
  await userEvent.click(button('Login'));
  expect(descriptionOf(field('Email'))).toBe('Please enter a valid email address');
  expect(descriptionOf(field('Password'))).toBe('Password must be at least 6 characters');
  expect(field('Email').value).toBe('nobody');
  expect(field('Password').value).toBe('12345');
});

test('/login has its own error texts', async () => {
  show(<LoginPage />);
  await fill('Email', 'nobody');
  await userEvent.clear(field('Password'));
  await userEvent.click(button('Login'));
  expect(descriptionOf(field('Email'))).toBe('Please enter a valid email');
  expect(descriptionOf(field('Password'))).toBe('Password is required');
});

test('Tab goes from the email to the password', async () => {
  show(<AuthPage />);
  await userEvent.click(field('Email'));
  await userEvent.tab();
  expect(document.activeElement).toBe(field('Password'));
});

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
  'the sign-up of $path reports errors at their fields',
  async ({ Page, least, passwordError, confirmationError }) => {
    show(<Page />);
    if (screen.queryByRole('tab', { name: 'Sign Up' })) await userEvent.click(tab('Sign Up'));
    await fill('Username', 'ab');
    await userEvent.click(button('Sign Up'));
    expect(descriptionOf(field('Username'))).toBe('Username must be at least 3 characters');
    expect(descriptionOf(field('Email'))).toBe('Please enter a valid email address');
    expect(descriptionOf(field('Password'))).toBe(passwordError);
    expect(descriptionOf(field('Confirm Password'))).toBe(confirmationError);

    await fill('Password', 'x'.repeat(least - 1));
    expect(descriptionOf(field('Password'))).toBe(passwordError);
    await fill('Password', 'x'.repeat(least));
    expect(descriptionOf(field('Password'))).toBe(`At least ${least} characters`);

    await fill('Password', 'long enough');
    await fill('Confirm Password', 'long enoguh');
    expect(descriptionOf(field('Confirm Password'))).toBe('Passwords do not match');
    expect(field('Username').value).toBe('ab');
  },
);

test.each(['/auth', '/login'])(
  'a wrong password on %s is reported in a toast and at the form',
  async (path) => {
    vi.spyOn(firebase, 'passwordIdToken').mockRejectedValue(new CallError(401, WRONG_CREDENTIALS));
    const { user } = await renderPage(path, { session: 'none' });
    await fill('Email', DEMO.email);
    await fill('Password', 'not the password');
    await user.click(button('Login'));
    await expectToast('Login failed', '401: Wrong email or password.');
    await shows('Wrong email or password.', () => field('Password').form!);
    expect(field('Password').value).toBe('not the password');
  },
);

test('the Login button is disabled while the login is pending', async () => {
  vi.spyOn(firebase, 'passwordIdToken').mockReturnValue(never());
  const { user } = await renderPage('/login', { session: 'none' });
  await user.clear(screen.getByLabelText('Email'));
  await fill('Email', 'someone@example.com');
  await user.click(button('Login'));
  expect(
    (await screen.findByRole<HTMLButtonElement>('button', { name: 'Logging in...' })).disabled,
  ).toBe(true);
  expect(firebase.passwordIdToken).toHaveBeenCalledWith('someone@example.com', DEMO.password);
});

test('the demo’s credentials are sent to the server and not to Firebase', async () => {
  const signIn = vi.spyOn(firebase, 'passwordIdToken').mockReturnValue(never());
  const { user, sent } = await renderPage('/login', { session: 'none', respond: [/login/, never] });
  await user.click(button('Login'));
  await waitFor(() =>
    expect(sent.find(({ line }) => line === 'POST /api/login')?.body).toEqual({
      ...DEMO,
      timeZone: browserTimeZone(),
    }),
  );
  expect(signIn).not.toHaveBeenCalled();
});

test('registering sends the username, email and password, but not the confirmation', async () => {
  const { user, sent } = await renderPage('/signup', {
    session: 'none',
    respond: [/register/, never],
  });
  await fill('Username', 'someone');
  await fill('Email', 'someone@example.com');
  await fill('Password', 'long enough');
  await fill('Confirm Password', 'long enough');
  await user.click(button('Sign Up'));
  const pending = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Creating account...',
  });
  expect(pending.disabled).toBe(true);
  expect(sent).toContainEqual({
    line: 'POST /api/register',
    body: {
      username: 'someone',
      email: 'someone@example.com',
      password: 'long enough',
      timeZone: browserTimeZone(),
    },
  });
});

test('a registration that starts the session does not sign in again', async () => {
  const passwordIdToken = vi.spyOn(firebase, 'passwordIdToken');
  const { user, person, sent } = await renderPage('/signup', {
    session: 'none',
    respond: [
      /register/,
      () => {
        document.cookie = 'daymark_signed_in=first; Path=/';
        return Response.json({ ...person, emailVerified: false }, { status: 201 });
      },
    ],
  });
  onTestFinished(dropSignedInHint);
  await fill('Username', 'someone');
  await fill('Email', 'someone@example.com');
  await fill('Password', 'long enough');
  await fill('Confirm Password', 'long enough');
  await user.click(button('Sign Up'));
  await waitFor(() => expect(location.pathname).toBe('/today'));
  expect(toastText()).toContain('Registration successful');
  expect(passwordIdToken).not.toHaveBeenCalled();
  expect(sent.filter(({ line }) => line === 'POST /api/login')).toEqual([]);
});

test('an interrupted registration is finished by repeating it', async () => {
  const passwordIdToken = vi.spyOn(firebase, 'passwordIdToken');
  passwordIdToken.mockRejectedValueOnce(new CallError(0, 'The connection was lost.'));
  const ada = {
    id: 7,
    username: 'ada',
    email: 'ada@example.com',
    photoUrl: null,
    createdAt: '2026-01-01T00:00:00Z',
    emailVerified: false,
    startedUnconfirmed: false,
    expiresAt: null,
    timeZone: null,
  };
  const reply = (status: number) => new Response(JSON.stringify(ada), { status });
  const replies = [reply(201)];
  const { user } = await renderPage('/signup', {
    session: 'none',
    respond: [
      /register|login/,
      ({ line }) =>
        line.endsWith('login') ? reply(200) : (replies.pop() ?? refusal(409, EMAIL_TAKEN)),
    ],
  });
  await fill('Username', 'ada');
  await fill('Email', 'ada@example.com');
  await fill('Password', 'long enough');
  await fill('Confirm Password', 'long enough');
  await user.click(button('Sign Up'));
  await expectToast('Registration failed', 'The connection was lost.');

  passwordIdToken.mockRejectedValueOnce(new CallError(401, WRONG_CREDENTIALS));
  await user.click(button('Sign Up'));
  await expectToast('Registration failed', `409: ${EMAIL_TAKEN}`);

  passwordIdToken.mockResolvedValueOnce('proof');
  await user.click(button('Sign Up'));
  await waitFor(() => expect(toastText()).toContain('Registration successful'));
});

test('a sign-up with a known address leads to the login with the address filled in', async () => {
  const { user } = await renderPage('/signup', {
    session: 'none',
    respond: [/register/, () => refusal(409, EMAIL_TAKEN)],
  });
  vi.spyOn(firebase, 'passwordIdToken').mockRejectedValue(new CallError(401, WRONG_CREDENTIALS));
  await fill('Username', 'ada');
  await fill('Email', 'ada@example.com');
  await fill('Password', 'long enough');
  await fill('Confirm Password', 'long enough');
  await user.click(button('Sign Up'));
  await waitFor(() => expect(descriptionOf(field('Email'))).toContain(EMAIL_TAKEN));
  const alert = screen.getAllByRole('alert').find((one) => one.textContent.includes(EMAIL_TAKEN));
  await user.click(within(alert as HTMLElement).getByRole('link', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect([field('Email').value, field('Password').value]).toEqual(['ada@example.com', '']);
  expect(document.activeElement).toBe(field('Password'));
});

test('/login fills in the person’s email after a session has ended', async () => {
  const { user } = await renderPage('/tasks', {
    seed: { tasks: [{ title: 'Kept' }] },
    respond: [/^PATCH|^GET \/api\/user$/, () => refusal(401, 'Please sign in.')],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Kept' }));
  await screen.findByText('Your session has ended. Your changes are safe.');
  expect(location.pathname).toBe('/login');
  expect([field('Email').value, field('Password').value]).toEqual(['ada@example.com', '']);
  expect(document.activeElement).toBe(field('Password'));
});

test('after the account was deleted, /login says so with empty fields', async () => {
  deletedAccount.set();
  await renderPage('/login', { session: 'none' });
  await screen.findByRole('heading', { name: 'Account deleted' });
  await shows('Your account and everything in it were deleted.');
  expect([field('Email').value, field('Password').value]).toEqual(['', '']);
  expect(document.body.textContent).not.toContain('Welcome back');
});

test.each([
  ['/signup', 'At least 8 characters'],
  ['/auth', 'At least 6 characters'],
])('the password field of %s says how long a password must be', async (path, hint) => {
  const { user } = await renderPage(path, { session: 'none' });
  if (path === '/auth') await user.click(await screen.findByRole('tab', { name: 'Sign Up' }));
  await screen.findByLabelText('Username');
  expect(descriptionOf(field('Password'))).toBe(hint);
  expect(descriptionOf(field('Confirm Password'))).toBe('');
});

test('a line below the prices says that nothing is sold yet', () => {
  show(<LandingPage />);
  const pricing = document.getElementById('pricing');
  expect(pricing?.lastElementChild?.textContent).toBe(
    'Nothing is sold yet. Every button leads to the same free account, and the API is open to everyone.',
  );
});

test('a start with a session clears the record of an ended session', async () => {
  const { person, reload } = await renderPage('/tasks', { session: 'asked' });
  endedSession.set({ ...person, email: 'earlier@example.com' });
  await reload();
  await screen.findByRole('heading', { name: 'Task Management' });
  await waitFor(() => expect(endedSession.email()).toBeNull());
});

test('if no session has ended, /login has the demo account filled in', async () => {
  await renderPage('/login', { session: 'none' });
  expect([field('Email').value, field('Password').value]).toEqual([DEMO.email, DEMO.password]);
  expect(screen.queryByText(/Your session has ended/)).toBeNull();
});

test('a taken username is reported at its field, with two free ones to take with a click', async () => {
  const { user, sent } = await renderPage('/signup', {
    session: 'none',
    respond: [/register/, () => refusal(409, usernameTaken('taken', ['taken2', 'taken-k']))],
  });
  await fill('Username', 'taken');
  await fill('Email', 'someone@example.com');
  await fill('Password', 'long enough');
  await fill('Confirm Password', 'long enough');
  await user.click(button('Sign Up'));
  const sentence = '"taken" is taken. "taken2" and "taken-k" are free.';
  await expectToast('Registration failed', `409: ${sentence}`);
  expect(descriptionOf(field('Username'))).toBe(`${sentence} Use taken2 Use taken-k`);
  expect(field('Username').value).toBe('taken');
  expect(field('Confirm Password').value).toBe('long enough');
  await user.click(button('Use taken-k'));
  expect(field('Username').value).toBe('taken-k');
  expect(document.activeElement).toBe(field('Username'));
  expect(descriptionOf(field('Username'))).toBe('');
  await user.click(button('Sign Up'));
  await waitFor(() =>
    expect(sent.findLast(({ line }) => line === 'POST /api/register')?.body).toMatchObject({
      username: 'taken-k',
    }),
  );
});

test.each([
  { where: 'the Login tab of /auth', path: '/auth', tabName: 'Login' },
  { where: 'the Sign Up tab of /auth', path: '/auth', tabName: 'Sign Up' },
  { where: '/signup', path: '/signup', tabName: undefined },
])(
  'the Google button of $where sends the account that Google returns',
  async ({ path, tabName }) => {
    vi.spyOn(firebase, 'googlePopupIdentity').mockResolvedValue(ALAN);
    const { user, sent } = await renderPage(path, {
      session: 'none',
      respond: [/firebase-auth/, never],
    });
    if (tabName) await user.click(tab(tabName));
    await user.click(screen.getByRole('button', { name: /with Google/ }));
    const pending = await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing in...' });
    expect(pending.disabled).toBe(true);
    await waitFor(() =>
      expect(sent).toContainEqual({
        line: 'POST /api/firebase-auth',
        body: {
          email: 'alan.turing@example.com',
          username: 'AlanTuring',
          firebaseUid: 'alan',
          photoUrl: null,
          timeZone: browserTimeZone(),
        },
      }),
    );
  },
);

test.each([
  {
    title: 'Google Sign In Failed',
    when: 'Google doesn’t say who it is',
    identify: () => Promise.reject(new CallError(401, 'This account has been disabled.')),
    message: '401: This account has been disabled.',
  },
  {
    title: 'Login Failed',
    when: 'our server refuses the Google account',
    identify: () => Promise.resolve(ALAN),
    message: '503: Please try again.',
  },
])(
  '$title is shown in a toast and beside the button when $when',
  async ({ title, identify, message }) => {
    vi.spyOn(firebase, 'googlePopupIdentity').mockImplementation(identify);
    const { user } = await renderPage('/login', {
      session: 'none',
      respond: [/firebase-auth/, () => refusal(503, 'Please try again.')],
    });
    await user.click(button('Continue with Google'));
    await expectToast(title, message);
    await user.click(button('Close notification'));
    await waitFor(() => expect(toastOf()).toBeNull());
    expect(within(screen.getByRole('main')).getByRole('alert').textContent).toBe(message);
    expect(location.pathname).toBe('/login');
  },
);

const SIGN_INS = [
  { what: 'the demo', path: '/login', button: 'Login', line: 'POST /api/login' },
  { what: 'an account with a password', path: '/auth', button: 'Login', line: 'POST /api/login' },
  { what: 'a new account', path: '/signup', button: 'Sign Up', line: 'POST /api/register' },
  {
    what: 'an account at Google',
    path: '/login',
    button: 'Continue with Google',
    line: 'POST /api/firebase-auth',
  },
];

/** Signs in or registers on a page, and returns the headers of the request. */
async function headersOf({ path, button: name, line }: (typeof SIGN_INS)[number]) {
  vi.spyOn(firebase, 'googlePopupIdentity').mockResolvedValue(ALAN);
  vi.spyOn(firebase, 'passwordIdToken').mockResolvedValue('proof');
  const respond: [RegExp, () => Promise<never>] = [/login|register|firebase-auth/, never];
  const { user } = await renderPage(path, { session: 'none', respond });
  const requests = vi.spyOn(globalThis, 'fetch');
  if (path !== '/login') await fill('Email', 'someone@example.com');
  if (path !== '/login') await fill('Password', 'long enough');
  if (path === '/signup') await fill('Username', 'someone');
  if (path === '/signup') await fill('Confirm Password', 'long enough');
  await user.click(button(name));
  return waitFor(() => {
    const request = requests.mock.calls.find(
      ([address, init]) => `${init?.method} ${address as string}` === line,
    );
    expect(request).toBeDefined();
    return new Headers(request?.[1]?.headers);
  });
}

test.each(SIGN_INS)(
  'with a site key, the request for $what carries an App Check token',
  async (signIn) => {
    vi.stubEnv('VITE_APP_CHECK_SITE_KEY', 'site-key');
    const requestToken = vi.spyOn(appCheck, 'requestToken').mockResolvedValue('app-check-token');
    expect((await headersOf(signIn)).get('X-Firebase-AppCheck')).toBe('app-check-token');
    expect(requestToken).toHaveBeenCalledWith('site-key');
  },
);

test('a sign-in is sent even if App Check gives no token', async () => {
  vi.stubEnv('VITE_APP_CHECK_SITE_KEY', 'site-key');
  vi.spyOn(appCheck, 'requestToken').mockRejectedValue(new Error('blocked'));
  expect((await headersOf(SIGN_INS[1]!)).has('X-Firebase-AppCheck')).toBe(false);
});

test('without a site key, no App Check token is requested', async () => {
  const requestToken = vi.spyOn(appCheck, 'requestToken');
  expect((await headersOf(SIGN_INS[1]!)).has('X-Firebase-AppCheck')).toBe(false);
  expect(requestToken).not.toHaveBeenCalled();
});

test('a rejection by App Check is shown at the form', async () => {
  const sentence =
    'We could not check that this request comes from Daymark. Reload the page and try again.';
  const { user } = await renderPage('/signup', {
    session: 'none',
    respond: [/register/, () => refusal(403, sentence)],
  });
  await fill('Username', 'someone');
  await fill('Email', 'someone@example.com');
  await fill('Password', 'long enough');
  await fill('Confirm Password', 'long enough');
  await user.click(button('Sign Up'));
  await expectToast('Registration failed', `403: ${sentence}`);
  await shows(sentence, () => field('Password').form!);
});

test('the reset dialog refuses the demo account at its field', async () => {
  const sendReset = vi.spyOn(firebase, 'sendReset').mockRejectedValue(new Error('sent'));
  const { user } = await renderPage('/login', { session: 'none' });
  await user.click(button('Forgot password?'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset your password' }));
  await user.click(dialog.getByRole('button', { name: 'Send reset link' }));
  await waitFor(() =>
    expect(descriptionOf(dialog.getByLabelText('Email'))).toBe(
      'The demo account’s password can’t be changed.',
    ),
  );
  expect(sendReset).not.toHaveBeenCalled();
});

test('/login and /signup link to each other', async () => {
  const { user } = await renderPage('/login', { session: 'none' });
  await user.click(screen.getByRole('link', { name: 'Sign up' }));
  await screen.findByRole('heading', { name: 'Create your account' });
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Welcome back' });
});

test('every link in the footer of a public page leads to a page or to a section of one', async () => {
  const links = new Set<string>();
  for (const [path, title] of [
    ['/about', 'About Daymark'],
    ['/features', 'Everything a working day needs'],
    ['/privacy', 'Privacy Policy'],
  ] as const) {
    await renderPage(path, { session: 'none' });
    await screen.findByText(title, { selector: 'h1' });
    for (const link of document.querySelectorAll<HTMLAnchorElement>('footer a'))
      if (link.protocol !== 'mailto:') links.add(link.pathname + link.hash);
    cleanup();
  }
  expect(links.size).toBeGreaterThanOrEqual(4);
  for (const link of links) {
    await renderPage(link, { session: 'none' });
    await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
    expect(document.querySelector('h1')?.textContent).not.toContain('404');
    const section = link.split('#')[1];
    if (section) expect(document.getElementById(section), link).not.toBeNull();
    cleanup();
  }
});

test('/landing has the hero, the features, the call to action and the three plans', () => {
  show(<LandingPage />);
  screen.getByRole('link', { name: 'Get started free' });
  for (const section of [
    'Everything a working day needs',
    'Boost your productivity',
    'Simple pricing',
  ])
    screen.getByText(section, { selector: 'h2' });
  for (const [name, price, features] of [
    [
      'Free',
      '$0 forever',
      [
        'Basic tasks',
        'Single calendar',
        '5 focus sessions per day',
        'Basic analytics',
        '1 project',
      ],
    ],
    [
      'Pro',
      '$9 per month',
      [
        'Unlimited focus sessions and projects',
        'Multiple calendars',
        'Advanced analytics',
        'Priority support',
      ],
    ],
    [
      'Team',
      '$19 per user per month',
      ['Collaboration', 'Admin dashboard', 'SSO', 'API access', 'Dedicated support'],
    ],
  ] as const) {
    const plan = screen.getByText(name, { selector: 'h3' }).closest('li')!;
    expect(plan.textContent).toContain(price);
    const listed = within(plan).getAllByRole('listitem');
    expect(listed.map(({ textContent }) => textContent)).toEqual([...features]);
    expect(within(plan).queryAllByText('Most Popular')).toHaveLength(name === 'Pro' ? 1 : 0);
  }
  const footer = screen.getByRole('contentinfo');
  for (const column of ['Product', 'Company', 'Legal'])
    within(within(footer).getByRole('navigation', { name: column })).getAllByRole('link');
  expect(footer.textContent).toContain('© 2025 Daymark');
});

test('/privacy has a last-updated date, a support contact and a link to the data in the settings', () => {
  show(<PrivacyPage />);
  screen.getByText(/^Last updated: [A-Z][a-z]+ \d{1,2}, \d{4}$/);
  const links = within(screen.getByRole('main')).getAllByRole<HTMLAnchorElement>('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/settings#data',
    expect.stringMatching(/^mailto:.+@.+/),
  ]);
});

test('any other path shows the not-found page', async () => {
  await renderPage('/no/such/page', { session: 'none' });
  await screen.findByRole('heading', { name: '404 Page Not Found', level: 1 });
  screen.getByText('Did you forget to add the page to the router?');
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
});
