import SwaggerUI, { type Plugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './reference.css';
import { tokenCalls, type OpenApi } from './tokenCalls';

/** The document of the API, which the build writes beside the pages. */
export const OPEN_API_PATH = '/openapi.json';

/** The calls and nothing else: the page has an introduction and a field for the token of its own. */
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
 * Draws the reference of the calls that an API token may make, from the document of this site. The calls that are
 * tried out go to this site with the token alone: never with the session of the person who is signed in here, which
 * may do more. `tokenOf` answers the token that is typed in at that moment.
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

/** The viewer names not all of its fields, and gives no focus to what scrolls: this does, whenever it has drawn. */
function completeNames(target: HTMLElement): void {
  const complete = () => {
    for (const body of target.querySelectorAll('textarea:not([aria-label])'))
      body.setAttribute('aria-label', 'Request body');
    for (const text of target.querySelectorAll<HTMLElement>('pre:not([tabindex])'))
      text.tabIndex = 0;
  };
  new MutationObserver(complete).observe(target, { childList: true, subtree: true });
}
