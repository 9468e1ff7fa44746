// @ts-check
import puppeteer from 'puppeteer-core';
import { vi } from 'vitest';
import { controlNamed, WITHIN } from './engine.mjs';

/**
 * Starts Firefox and controls it over WebDriver BiDi.
 * @returns {Promise<import('./engine.mjs').Tab>}
 */
export async function openFirefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '',
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  /** @type {string[]} */
  let errors = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));

  const control = (/** @type {string} */ name) =>
    vi.waitFor(async () => {
      const found = (await page.evaluateHandle(controlNamed, name)).asElement();
      if (!found) throw new Error(`“${name}” is not shown.`);
      return /** @type {import('puppeteer-core').ElementHandle<Element>} */ (found);
    }, WITHIN);

  return {
    async open(url) {
      await page.goto(url);
    },
    run: (script) => page.evaluate(script),
    async click(name) {
      await (await control(name)).click();
    },
    async fill(name, text) {
      const field = await control(name);
      await field.click({ count: 3 });
      await field.type(text);
    },
    async errors() {
      const collected = errors;
      errors = [];
      return collected;
    },
    close: () => browser.close(),
  };
}
