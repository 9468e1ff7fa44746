// @ts-check
/*
 * npm run notification -w lab: takes the picture docs/screens/notification.webp. It shows a reminder of the server as
 * the notification service of Debian's Xfce shows it. Takes up to a minute, because reminders come at a full minute.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from '../../tools/command/command.mjs';
import { CommandError } from '../../tools/command/commandError.mjs';
import { ROOT } from '../../tools/command/paths.mjs';
import { run } from '../../tools/command/run.mjs';
import { aptInstall } from '../../tools/stack/apt.mjs';
import { openChromiumWindow } from '../../tools/stack/browser.mjs';
import { startStack } from '../../tools/stack/stack.mjs';
import { findEmojiFont } from './emojiFont.mjs';
import { allowReminders, signInToDemo, turnOnReminders } from './screens.mjs';

const MINUTE = 60_000;

/** Debian's packages for a screen, a message bus, a notification service and a camera, each with one of its files. */
const PACKAGES = {
  xvfb: '/usr/bin/Xvfb',
  'dbus-daemon': '/usr/bin/dbus-daemon',
  'xfce4-notifyd': '/usr/share/dbus-1/services/org.xfce.xfce4-notifyd.Notifications.service',
  imagemagick: '/usr/bin/import',
};

/**
 * Starts a server and returns the first line that it prints. The server ends with this command.
 * @param {string} program
 * @param {string[]} args
 */
async function startServer(program, args) {
  const { stdout } = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(stdout, 'data');
  return String(line).trim();
}

/**
 * Adds a time block of an open task that reminds at the next full minute, 5 minutes before its start.
 * @param {import('@playwright/test').APIRequestContext} request
 */
async function addBlock(request) {
  // The demo has days without working hours, on which nothing reminds.
  const workingHours = Array(7).fill({ start: '09:00', end: '17:00' });
  await request.patch('/api/settings', { data: { workingHours } });
  /** @type {import('@daymark/contract/task').Task[]} */
  const tasks = await (await request.get('/api/tasks')).json();
  const { title, id } = tasks.find(({ completed }) => !completed) ?? {};
  const startMs = (Math.floor(Date.now() / MINUTE) + 6) * MINUTE;
  const [start, end] = [startMs, startMs + 30 * MINUTE].map((ms) => new Date(ms).toISOString());
  const data = { title, taskId: id, start, end, reminder: 5 };
  return (await request.post('/api/events', { data })).json();
}

/**
 * Hands the text of a push message to the service worker, as a push service would.
 * @param {import('@playwright/test').Page} page
 * @param {string} data
 */
async function deliver(page, data) {
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise((/** @type {(id: string) => void} */ resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data,
  });
}

command(async (onExit) => {
  for (const [name, file] of Object.entries(PACKAGES))
    if (!existsSync(file) && !(await aptInstall(name)))
      throw new CommandError(`${name} is missing. Run \`sudo apt-get install -y ${name}\`.`);
  await findEmojiFont();
  const { url, push, stop } = await startStack({ onExit });
  const screen = ['-displayfd', '1', '-screen', '0', '1280x800x24'];
  process.env['DISPLAY'] = `:${await startServer('Xvfb', screen)}`;
  // The bus starts the notification service.
  const bus = ['--session', '--nofork', '--print-address'];
  process.env['DBUS_SESSION_BUS_ADDRESS'] = await startServer('dbus-daemon', bus);

  const context = await openChromiumWindow(url);
  await allowReminders(context, push);
  // Chromium offers to save the password in the tab that signed in, so another tab is photographed.
  const [first] = context.pages();
  if (first) await signInToDemo(first);
  const page = await context.newPage();
  await first?.close();
  await page.goto('/settings');
  await turnOnReminders(page);
  const { id } = await addBlock(page.request);
  const arrived = () => push?.state.arrived().find(({ text }) => text.includes(`event-${id}`));
  while (!arrived()) await sleep(500);
  await page.goto('/today');
  await page.getByText('Next Up').waitFor();
  await deliver(page, arrived()?.text ?? '');
  // The desktop fades the notification in, and doesn't tell when it is done.
  await sleep(2_000);
  const file = join(ROOT, 'docs', 'screens', 'notification.webp');
  const { code, output } = await run('import', ['-window', 'root', '-quality', '88', file]);
  if (code !== 0) throw new CommandError('The picture could not be taken.', output);
  await context.close();
  await stop();
  return 0;
});
