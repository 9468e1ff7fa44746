// @ts-check
/*
 * Loaded into firebase-tools before its own code. When the Auth emulator starts, it compiles a JSON schema for every
 * parameter of every call of Google's API. The compilation takes most of the start's processor time. The emulator's
 * router can compile each schema on first use, but firebase-tools has no setting for that.
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
