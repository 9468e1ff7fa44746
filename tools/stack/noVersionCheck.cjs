// @ts-check
/*
 * Loaded into firebase-tools before its own code. Each start of the Functions emulator waits while `npm show` looks for
 * a newer firebase-functions. The wait takes seconds, and even longer without a network. firebase-tools has no setting
 * that turns this check off.
 */

/** @type {{ getLatestSDKVersion: () => string | undefined }} */
// @ts-expect-error firebase-tools has no types
const versioning = require('firebase-tools/lib/deploy/functions/runtimes/node/versioning');

versioning.getLatestSDKVersion = () => undefined;
