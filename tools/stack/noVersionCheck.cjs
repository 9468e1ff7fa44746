// @ts-check
/*
 * Loaded into firebase-tools before its own code. Each start of the Functions emulator runs `npm show` to find out
 * whether there is a later firebase-functions, and waits for it: two seconds, and up to ten without a network.
 * firebase-tools has no setting for that.
 */

/** @type {{ getLatestSDKVersion: () => string | undefined }} */
// @ts-expect-error firebase-tools has no types
const versioning = require('firebase-tools/lib/deploy/functions/runtimes/node/versioning');

versioning.getLatestSDKVersion = () => undefined;
