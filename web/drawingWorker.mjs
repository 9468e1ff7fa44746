// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { builtinEnvironments } from 'vitest/runtime';

/*
 * Gives the app a page without a browser, and lets it draw its screens there (src/app/drawScreens.tsx). A worker,
 * because what belongs to the page is global.
 */

await builtinEnvironments.jsdom.setup(globalThis, { jsdom: { url: 'https://daymark.invalid' } });
const { drawScreens } = await import(workerData);
parentPort?.postMessage(await drawScreens());
