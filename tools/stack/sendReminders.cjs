// @ts-check
/*
 * Runs the built function's scheduled reminders each time the parent process sends a message with an id. Responds with
 * { id }, and with `error` if the reminders failed. Ends when the parent process ends. The first argument is the path of
 * the function's bundle.
 */

/** @type {Promise<void>} */
let last = Promise.resolve();

process.on('message', (/** @type {number} */ id) => {
  last = last.then(async () => {
    /** @type {string | undefined} */
    let error;
    try {
      const { sendReminders } = require(process.argv[2] ?? '');
      await sendReminders.run({ scheduleTime: new Date().toISOString() });
    } catch (thrown) {
      console.error(thrown);
      error = String(thrown);
    }
    process.send?.({ id, error });
  });
});
process.on('disconnect', () => process.exit(0));
