// @ts-check
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startSessionProxy } from '../runner/sessionProxy.mjs';
import { WITHIN } from './engine.mjs';
import { openFirefox } from './firefox.mjs';
import { openWebKit } from './webkit.mjs';

/*
 * The main flows in Firefox and WebKit. The browser tests run only in Chromium. Each test continues where the previous
 * one ended, in the same browser and account.
 */

const HOSTING = process.env['HOSTING_URL'] ?? '';
const SITE = process.env['DAYMARK_URL'] ?? '';

/**
 * Messages that the engines log while the server is unreachable. Firestore's SDK then loads an image from
 * www.google.com to test the network. The content security policy refuses this image, and the engines log the refusal.
 */
const NO_RESPONSE =
  /NetworkError|Failed to fetch|Load failed|could not|access control checks|Content.Security.Policy/i;

describe.each(
  /** @type {const} */ ([
    ['Firefox', openFirefox],
    ['WebKit', openWebKit],
  ]),
)('%s', (engine, open) => {
  const username = `${engine}${Date.now().toString(36)}`;
  const person = { email: `${username}@example.com`, password: 'correct horse' };

  /** @type {Awaited<ReturnType<typeof startSessionProxy>> | undefined} */
  let line;
  /** @type {import('./engine.mjs').Tab} */
  let tab;
  let session = '';

  const connect = async () =>
    void (line = await startSessionProxy(HOSTING, Number(new URL(SITE).port)));
  const cut = async () => {
    await line?.stop();
    line = undefined;
  };

  beforeAll(async () => {
    await connect();
    await send('/api/register', { ...person, username });
    const reply = await send('/api/login', person);
    session = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    tab = await open();
  });
  afterAll(async () => {
    await cut();
    await tab.close();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      console.log(await tab.run(() => `${location.href}\n${document.body.innerText}`));
    expect(await tab.errors(), 'an unexpected console error fails the test').toEqual([]);
  });

  test('a person signs in and sees their day', async () => {
    await tab.open(`${SITE}/login`);
    await tab.fill('Email', person.email);
    await tab.fill('Password', person.password);
    await tab.click('Login');
    await shows('Daily Progress');
    expect(await tab.run(() => location.pathname)).toBe('/today');
  });

  test('a task is added and completed', async () => {
    await tab.click('Tasks');
    await shows('Task Management');
    await addTask('Water the plants');
    await tab.click('Water the plants');
    await shows('All changes saved');
    await expect
      .poll(() => get('/api/tasks'), WITHIN)
      .toMatchObject([{ title: 'Water the plants', completed: true }]);
  });

  test('a task added and completed offline reaches the server exactly once when the network is back', async () => {
    await tab.run(async () => void (await navigator.serviceWorker.ready));
    await cut();
    await tab.open(`${SITE}/tasks`);
    await shows('Water the plants');
    await addTask('Read on the train');
    await tab.click('Read on the train');
    await shows('Offline · 2 changes waiting');
    await connect();
    await shows('All changes saved');
    expect(await get('/api/tasks')).toMatchObject([
      { title: 'Read on the train', completed: true },
      { title: 'Water the plants', completed: true },
    ]);
    expect((await tab.errors()).filter((text) => !NO_RESPONSE.test(text))).toEqual([]);
  });

  test('an event is added', async () => {
    await tab.click('Calendar');
    await tab.click('Add Event');
    await tab.fill('Title', 'Review');
    await tab.click('Create Event');
    await shows('Review');
    await expect.poll(() => get('/api/events'), WITHIN).toMatchObject([{ title: 'Review' }]);
  });

  test('the timer starts, counts, pauses and resumes', async () => {
    await tab.click('Focus');
    await shows('25:00');
    await tab.click('Start');
    await shows('24:58');
    await tab.click('Pause');
    await expect.poll(() => tab.run(() => document.title), WITHIN).toContain('(paused)');
    await tab.click('Resume');
    await expect.poll(() => tab.run(() => document.title), WITHIN).not.toContain('(paused)');
  });

  test('a note is written and shown formatted', async () => {
    await tab.click('Notes');
    await tab.click('New Note');
    await tab.fill('Title', 'Recipe');
    await tab.fill('Content', '**Whisk** it');
    await tab.click('Save');
    await expect
      .poll(() => get('/api/notes'), WITHIN)
      .toMatchObject([{ title: 'Recipe', content: '**Whisk** it' }]);
    await tab.click('Recipe');
    await expect
      .poll(
        () => tab.run(() => document.querySelector('[role=dialog] strong')?.textContent),
        WITHIN,
      )
      .toBe('Whisk');
    await tab.click('Cancel');
  });

  test('logout removes the session and the person’s data from the browser', async () => {
    await tab.click('Logout');
    await shows('You have been successfully logged out');
    expect(await tab.run(() => location.pathname)).toBe('/auth');
    expect(await tab.run(() => document.cookie)).toBe('');
    const kept = () =>
      tab.run(async () =>
        (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daymark.')),
      );
    await expect.poll(kept, WITHIN).toEqual([]);
    await tab.open(`${SITE}/tasks`);
    await shows('Welcome back');
  });

  /** @param {string} text */
  const shows = (text) =>
    expect
      .poll(() => tab.run(() => document.body.innerText), { ...WITHIN, message: text })
      .toContain(text);

  /** @param {string} title */
  const addTask = async (title) => {
    await tab.click('Add Task');
    await tab.fill('Title', title);
    await tab.click('Add Task');
    await shows(title);
  };

  /**
   * @param {string} path
   * @param {object} body
   */
  async function send(path, body) {
    const reply = await fetch(SITE + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  }

  /** @param {string} path */
  const get = async (path) => (await fetch(SITE + path, { headers: { cookie: session } })).json();
});
