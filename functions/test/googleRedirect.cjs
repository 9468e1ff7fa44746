/**
 * Redirects calls to Google to the stand-in. A function under test preloads this file, so that Firebase Auth runs as in
 * production and checks signatures. Any other HTTPS host is an error.
 */
const http = require('node:http');
const https = require('node:https');

const standIn = new URL(process.env.GOOGLE_STAND_IN);

https.request = (target, options, listener) => {
  const given = typeof target === 'string' || target instanceof URL ? new URL(target) : target;
  const more = typeof options === 'object' ? options : {};
  const { hostname = given.host } = given;
  if (!hostname.endsWith('googleapis.com')) throw new Error(`Unexpected host ${hostname}`);
  return http.request(
    {
      hostname: standIn.hostname,
      port: standIn.port,
      path: given.path ?? `${given.pathname}${given.search}`,
      method: more.method ?? given.method,
      headers: more.headers ?? given.headers,
    },
    typeof options === 'function' ? options : listener,
  );
};
https.get = (...request) => {
  const outgoing = https.request(...request);
  outgoing.end();
  return outgoing;
};
