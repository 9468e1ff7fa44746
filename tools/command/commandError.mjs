// @ts-check

/**
 * Something a person has to mend. Its message is one plain sentence with the command that mends
 * it, and is printed without a stack; `details` (the end of a log, say) follow below it.
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
 * Prints what went wrong: a CommandError as its sentence, anything else with its stack, since that is
 * a fault of these tools.
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
