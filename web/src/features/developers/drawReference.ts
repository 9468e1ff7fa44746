import SwaggerUI, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './reference.css';
import { tokenCalls, type OpenApi } from './tokenCalls';

/** The path of the OpenAPI document, which the build writes beside the pages. */
export const OPEN_API_PATH = '/openapi.json';

/** Shows only the calls. The page has its own introduction and its own field for the token. */
const layout: Plugin = ({ React }) => ({
  components: {
    CallsOnly({ getComponent }) {
      const calls = React.createElement(getComponent('operations', true));
      return React.createElement('div', { className: 'swagger-ui' }, calls);
    },
    authorizeOperationBtn: () => null,
  },
});

/**
 * Draws the reference of the calls that an API token may make, from this site's OpenAPI document. Calls that are tried
 * out are sent to this site with the token alone. They never use the person's session, because a session may do more
 * than a token. `tokenOf` returns the token that is in the field when it is called, or an empty text.
 * @throws Error when the document can't be read.
 */
export async function drawReference(target: HTMLElement, tokenOf: () => string): Promise<void> {
  const reply = await fetch(OPEN_API_PATH);
  if (!reply.ok) throw new Error(`The reference can’t be loaded (${reply.status}).`);
  const spec = tokenCalls((await reply.json()) as OpenApi, location.origin);
  completeNames(target);
  SwaggerUI({
    domNode: target,
    spec,
    requestInterceptor(request) {
      const token = tokenOf();
      if (token) request.headers.Authorization = `Bearer ${token}`;
      request.credentials = 'omit';
      return request;
    },
    plugins: [layout],
    layout: 'CallsOnly',
    tryItOutEnabled: true,
    docExpansion: 'list',
    syntaxHighlight: { activated: false },
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    deepLinking: false,
  });
}

/** Names the viewer's text areas and makes its scrolling blocks focusable, each time the viewer has drawn. */
function completeNames(target: HTMLElement): void {
  const complete = () => {
    for (const body of target.querySelectorAll('textarea:not([aria-label])'))
      body.setAttribute('aria-label', 'Request body');
    for (const text of target.querySelectorAll<HTMLElement>('pre:not([tabindex])'))
      text.tabIndex = 0;
  };
  new MutationObserver(complete).observe(target, { childList: true, subtree: true });
}
