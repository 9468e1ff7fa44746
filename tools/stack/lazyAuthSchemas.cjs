// @ts-check
/*
 * Loaded into firebase-tools before its own code. The Auth emulator compiles a JSON schema for every
 * parameter of every call of Google's API when it starts, which takes 14 of the 19 seconds of processor
 * time of a start. Its router can compile each when it is first used, but firebase-tools has no setting
 * for that.
 */
const express = require('exegesis-express');

const { middleware } = express;
Object.assign(express, {
  /**
   * @param {Parameters<typeof middleware>[0]} document
   * @param {Parameters<typeof middleware>[1]} options
   */
  middleware: (document, options) =>
    middleware(document, { ...options, lazyCompileValidationSchemas: true }),
});
