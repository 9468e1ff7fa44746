// @ts-check

/** A phone with slow 4G, as Lighthouse has it when it slows the network down itself. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** How many times slower the processor is made. */
export const SLOWDOWN = 4;

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
