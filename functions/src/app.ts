import { api, type Api } from '@daymark/contract/calls/api';
import express, { type Express, type ErrorRequestHandler } from 'express';
import { handlers } from './handlers';
import { Failure } from './http/failure';
import { originalRequest } from './http/body/keepRequestsUnparsed';
import { respond } from './http/respond';
import { serve } from './http/serve';
import type { Ports } from './ports';

/** Returns the whole API: every call of the contract, and one plain sentence for any other address. */
export function createApp(ports: Ports): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');

  app.use((request, _response, next) => {
    request.url = originalRequest(request).url;
    next();
  });

  const rows = Object.entries(api) as [keyof Api, Api[keyof Api]][];
  for (const [name, { method, path }] of rows)
    app[method.toLowerCase() as Lowercase<typeof method>](path, serve(name, handlers, ports));

  for (const path of new Set(rows.map(([, row]) => row.path))) {
    const methods = rows.filter(([, row]) => row.path === path).map(([, row]) => row.method);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(
      path,
      failWith(405, 'This method is not allowed at this address.', { Allow: allow.join(', ') }),
    );
  }
  app.use(failWith(404, 'There is nothing at this address.'));
  // Express throws before any handler when it cannot decode an address.
  const undecodable: ErrorRequestHandler = (_error, request, response, next) =>
    failWith(400, 'This address is not well-formed.')(request, response, next);
  app.use(undecodable);
  return app;

  function failWith(...failure: ConstructorParameters<typeof Failure>) {
    return respond('none', ports, () => Promise.reject(new Failure(...failure)));
  }
}
