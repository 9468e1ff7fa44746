// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder } from 'selenium-webdriver';
import { vi } from 'vitest';
import { choosePorts, HOST } from '../stack/ports.mjs';
import { controlNamed, WITHIN } from './engine.mjs';

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen, because it has no headless mode.
 * @returns {Promise<import('./engine.mjs').Tab>}
 */
export async function openWebKit() {
  const screen = spawn(
    process.env['XVFB_PATH'] ?? '',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] },
  );
  const [display] = await once(
    /** @type {import('node:stream').Readable} */ (screen.stdio[3]),
    'data',
  );
  const { port } = await choosePorts({ port: 0 });
  const server = `http://${HOST}:${port}`;
  const driver = spawn(
    process.env['WEBKIT_DRIVER_PATH'] ?? '',
    [`--port=${port}`, `--host=${HOST}`],
    {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
    },
  );
  await vi.waitFor(() => fetch(`${server}/status`), WITHIN);
  const browser = await new Builder()
    .usingServer(server)
    .withCapabilities({ browserName: 'MiniBrowser' })
    .build();
  await browser.manage().window().setRect({ width: 1280, height: 900 });

  const control = (/** @type {string} */ name) =>
    vi.waitFor(async () => {
      /** @type {import('selenium-webdriver').WebElement | null} */
      const found = await browser.executeScript(controlNamed, name);
      if (!found) throw new Error(`“${name}” is not shown.`);
      return found;
    }, WITHIN);

  return {
    async open(url) {
      await browser.get(url);
      await browser.executeScript(takeErrors);
    },
    run: (script) => browser.executeScript(script),
    async click(name) {
      await (await control(name)).click();
    },
    async fill(name, text) {
      // Type again if the text is incomplete, which can happen on a busy machine. The reason is unknown.
      await vi.waitFor(async () => {
        const field = await control(name);
        await field.clear();
        await field.sendKeys(text);
        const value = await field.getAttribute('value');
        if (value !== text) throw new Error(`The value of “${name}” is “${value}”.`);
      }, WITHIN);
    },
    errors: () => browser.executeScript(takeErrors),
    async close() {
      await browser.quit();
      driver.kill();
      screen.kill();
    },
  };
}

/**
 * Records the page's errors from the first call on, because WebDriver gives no access to the console. Returns the
 * errors since the last call. Runs in the page.
 */
function takeErrors() {
  const page = /** @type {Window & { errors?: string[] }} */ (window);
  if (page.errors) return page.errors.splice(0);
  /** @type {string[]} */
  const errors = (page.errors = []);
  const note = (/** @type {unknown[]} */ values) => void errors.push(values.map(String).join(' '));
  console.error = console.warn = (...values) => note(values);
  addEventListener('error', ({ message }) => note([message]));
  addEventListener('unhandledrejection', ({ reason }) => note([reason]));
  return [];
}
