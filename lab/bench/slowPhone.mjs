// @ts-check

/** Options of a browser context that looks like a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Factor by which the processor is slowed down. */
export const SLOWDOWN = 4;

/** Slow 4G, with the values that Lighthouse uses when it slows the network down itself. */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};

/** @param {import('@playwright/test').CDPSession} session */
export async function slowNetwork(session) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
}

/** @param {import('@playwright/test').CDPSession} session @param {number} [rate] */
export async function slowProcessor(session, rate = SLOWDOWN) {
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
