// @ts-check
/*
 * Loaded into firebase-tools before its own code. The Functions emulator gives each process one request at a time. If a
 * request arrives while every process is busy, the emulator starts a new process, which takes seconds. A deployed
 * instance serves many requests at once, so this code gives every request to the first process.
 */

/**
 * @typedef {object} WorkerPool the methods of firebase-tools' class that this file uses, declared here because
 *   the class has no types
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
