// @ts-check
/*
 * Runs the built function's scheduled reminders once, after the first message, which sets the clock (countFunction.cjs).
 * Sends { sweptMs } then. The first argument is the path of the function's bundle.
 */
process.once('message', async () => {
  const { sendReminders } = require(process.argv[2] ?? '');
  const started = performance.now();
  await sendReminders.run({ scheduleTime: new Date().toISOString() });
  process.send?.({ sweptMs: performance.now() - started });
});
process.on('disconnect', () => process.exit(0));
