// @ts-check
/*
 * Loaded before a function whose load is measured: answers each message of its parent with what the process uses, and
 * counts the calls of Firestore. Of gRPC's connections only the addresses are looked at.
 */
const http2 = require('node:http2');
const { monitorEventLoopDelay } = require('node:perf_hooks');

/** @type {Record<string, number>} */
const rpcs = {};
const { connect } = http2;
http2.connect = (/** @type {any[]} */ ...given) => {
  const session = Reflect.apply(connect, http2, given);
  const { request } = session;
  session.request = (/** @type {any[]} */ ...of) => {
    const name = String(of[0]?.[':path']).split('/').at(-1) ?? '';
    rpcs[name] = (rpcs[name] ?? 0) + 1;
    return Reflect.apply(request, session, of);
  };
  return session;
};

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', () => {
  const { rss } = process.memoryUsage();
  const cpu = process.cpuUsage();
  const late = delay.percentile(99) / 1e6;
  // Twice: what the first one finalizes is collected by the second.
  globalThis.gc?.();
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  process.send?.({ heap, rss, cpu: (cpu.user + cpu.system) / 1000, delay: late, rpcs });
  delay.reset();
});
