// @ts-check
/*
 * Loaded into firebase-tools before its own code. The Functions emulator gives each process one request at a time
 * and starts another process, which takes seconds, for each request that comes meanwhile. A deployed instance
 * serves many requests at once, and so does the first process here.
 */

/**
 * @typedef {object} WorkerPool what is used of firebase-tools' class, which has no types
 * @property {() => void} cleanUpWorkers
 * @property {(triggerId: string) => { state: string }[]} getTriggerWorkers
 * @property {(triggerId: string) => { state: string } | undefined} getIdleWorker
 */

/** @type {{ RuntimeWorkerPool: { prototype: WorkerPool } }} */
// @ts-expect-error see WorkerPool
const { RuntimeWorkerPool } = require('firebase-tools/lib/emulator/functionsRuntimeWorker');

RuntimeWorkerPool.prototype.getIdleWorker = function getIdleWorker(triggerId) {
  this.cleanUpWorkers();
  return this.getTriggerWorkers(triggerId).find(
    ({ state }) => state === 'IDLE' || state === 'BUSY',
  );
};
