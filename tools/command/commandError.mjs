// @ts-check

/**
 * An error that the person who ran the command can fix. The error's message says what is wrong and how to fix it.
 * printError prints the message without a stack trace, followed by `details`, such as the end of a log.
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
 * Prints the message and details of a CommandError. Any other error is a bug in these tools and is printed with its
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
