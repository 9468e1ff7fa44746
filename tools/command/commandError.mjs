// @ts-check

/**
 * An error that a person has to fix. Its message is one sentence with the command that fixes it,
 * printed without a stack trace. `details` (the end of a log, for example) are printed below it.
 */
export class CommandError extends Error {
  /**
   * @param {string} message
   * @param {string} [details]
   */
  constructor(message, details = '') {
    super(message);
    this.name = 'CommandError';
    this.details = details;
  }
}

/**
 * Prints a CommandError as its sentence, and anything else, which is a bug in these tools, with its
 * stack trace.
 * @param {unknown} error
 */
export function printError(error) {
  if (!(error instanceof CommandError)) {
    console.error(error);
    return;
  }
  console.error(error.message);
  if (error.details) console.error(`\n${error.details}`);
}
