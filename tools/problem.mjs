// @ts-check

/**
 * Something a person has to mend. Its message is one plain sentence with the command that mends
 * it, and is printed without a stack; `details` (the end of a log, say) follow below it.
 */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} [details]
   */
  constructor(message, details = '') {
    super(message);
    this.name = 'Problem';
    this.details = details;
  }
}

/**
 * Prints what went wrong: a Problem as its sentence, anything else with its stack, since that is
 * a fault of these tools.
 * @param {unknown} error
 */
export function printProblem(error) {
  if (!(error instanceof Problem)) {
    console.error(error);
    return;
  }
  console.error(error.message);
  if (error.details) console.error(`\n${error.details}`);
}
