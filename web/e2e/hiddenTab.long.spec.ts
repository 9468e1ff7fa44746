import { chromium } from '@playwright/test';
// @ts-expect-error -- plain JavaScript, without types in this project
import { choosePorts } from '../../tools/stack/ports.mjs';
import { expect, signUp, test } from './fixtures';

/**
 * The path of a Chromium with windows, in which tabs hide each other. The other tests may use a Chromium without
 * windows.
 */
const WINDOWED = process.env.CHROMIUM_WINDOWED_PATH;

const HIDING = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

test('a focus session that ends in a hidden tab rings once, on time, and shows a notification', async ({
  baseURL,
  launchOptions,
}) => {
  // The shortest focus session lasts a minute, and here it is a real minute.
  test.setTimeout(180_000);
  const site = baseURL ?? '';
  const { port } = await choosePorts({ port: 0 });
  // Playwright makes each page believe that it is visible. Over a CDP connection without Playwright's defaults, a page
  // behind another page is hidden, as it is for people. The IntensiveWakeUpThrottling flag makes Chromium throttle a
  // hidden page's timers after one second instead of five minutes.
  const launched = await chromium.launch({
    ...launchOptions,
    ...(WINDOWED && { executablePath: WINDOWED }),
    ignoreDefaultArgs: HIDING,
    args: [
      ...(launchOptions.args ?? []),
      `--remote-debugging-port=${port}`,
      '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1',
    ],
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  try {
    const [context] = browser.contexts();
    if (!context) throw new Error('This browser has no window.');
    const page = await context.newPage();
    await signUp(page, { settings: { focusDuration: 1 } });
    await context.grantPermissions(['notifications'], { origin: site });
    await page.addInitScript(() => {
      localStorage.setItem('daymark.notices', 'on');
      const record = Object.assign(window, { rings: [] as number[], wakes: [] as number[] });
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...when) {
        record.rings.push(Date.now());
        console.info('rang');
        start.apply(this, when);
      };
      // Records when the page's own timers fire, which shows how the browser throttles them.
      const wake = () => {
        record.wakes.push(Date.now());
        setTimeout(wake, 100);
      };
      wake();
    });
    await page.goto(`${site}/focus`);
    await expect(page.getByRole('timer')).toHaveText('01:00');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const due = Date.now() + 60_000;
    // Asking the page would wake it, so the page must report the ring by itself.
    const rang = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'rang',
      timeout: 100_000,
    });
    const front = await context.newPage();
    await front.bringToFront();
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');

    const recorded = () =>
      page.evaluate(() => {
        const { rings, wakes } = window as unknown as { rings: number[]; wakes: number[] };
        return { rings, wakes, state: document.visibilityState };
      });
    await rang;
    const { rings, wakes, state } = await recorded();
    expect(state).toBe('hidden');
    const late = (rings[0] ?? 0) - due;
    const gaps = wakes.map((at, index) => at - (wakes[index - 1] ?? at));
    const description = `rang ${late} ms off, the page's own timers throttled for ${Math.max(...gaps)} ms`;
    test.info().annotations.push({ type: 'ms', description });
    // Without throttling, this test would prove nothing. The gap isn't a full minute, because the page's title counts
    // down.
    expect(Math.max(...gaps)).toBeGreaterThan(900);
    expect(rings).toHaveLength(1);
    expect(Math.abs(late)).toBeLessThan(2_000);
    await expect
      .poll(() =>
        page.evaluate(async () => (await (await fetch('/api/focus-sessions')).json()).length),
      )
      .toBe(1);

    // The service worker shows the system's notification.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const worker = await navigator.serviceWorker.getRegistration();
          return (await worker?.getNotifications())?.map(({ title }) => title);
        }),
      )
      .toEqual(['Focus completed!']);

    await page.bringToFront();
    await expect(page.locator('[data-toast]')).toContainText('Focus completed!');
    await expect(page.getByRole('tab', { name: 'Short Break' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect((await recorded()).rings).toHaveLength(1);
  } finally {
    await browser.close();
    await launched.close();
  }
});
