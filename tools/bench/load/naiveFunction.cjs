// @ts-check
/*
 * The bare handler in a function that imports its libraries at the top, as most do: the other half of what a cold start
 * is compared with.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const requireAsFunction = createRequire(join(__dirname, '../../../functions/package.json'));
requireAsFunction('firebase-functions');
requireAsFunction('firebase-admin');
requireAsFunction('googleapis');

exports.api = require('./bareFunction.cjs').api;
