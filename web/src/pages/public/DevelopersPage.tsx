import { ApiExamples } from '../../features/developers/ApiExamples';
import { ApiReference } from '../../features/developers/ApiReference';
import { TOKEN_VARIABLE } from '../../features/developers/exampleRequests';
import { useOrigin } from '../../features/developers/useOrigin';
import { PublicFooter } from '../../features/marketing/PublicFooter';
import { PublicHeader } from '../../features/marketing/PublicHeader';
import { API_SETTINGS, paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { PageMeta } from '../../ui/layout/PageMeta';
import css from './DevelopersPage.module.css';

/** /developers: how a program uses the API, and the reference of its calls. */
export default function DevelopersPage() {
  const origin = useOrigin();
  return (
    <>
      <PageMeta
        title="Developers"
        description={`The API of ${PRODUCT}: create a token, try the examples, and look up every call in the reference.`}
        path={paths.developers}
      />
      <PublicHeader />
      <main className={css.page}>
        <h1>Developers</h1>
        <p className={css.lead}>Read and change your own day from a program.</p>
        <h2>Start</h2>
        <ol>
          <li>
            Create a token in <a href={API_SETTINGS}>Settings → API</a>. It is shown once.
          </li>
          <li>
            Put it in an environment variable, <code>{TOKEN_VARIABLE}</code>.
          </li>
          <li>
            Send it with each request to <code>{origin}/api</code>, as{' '}
            <code>Authorization: Bearer daymark_…</code>
          </li>
        </ol>
        <h2>Examples</h2>
        <p>They work as they are, with your token in the environment.</p>
        <ApiExamples />
        <h2>Good to know</h2>
        <dl>
          <dt>Scopes</dt>
          <dd>
            A token with the scope <code>read</code> can read. A token with <code>write</code> can
            also make changes. No token can change your account, create tokens or connect a
            calendar.
          </dd>
          <dt>Errors</dt>
          <dd>
            An error is a status and one plain sentence. 401: the token is not valid. 403: the token
            may not make this call. 429: wait for as many seconds as <code>Retry-After</code> says.
            A token may make 1,200 requests a minute.
          </dd>
          <dt>Ids</dt>
          <dd>
            You choose the id of each new record, a random number below 2<sup>52</sup>. Sending the
            same create twice creates one record. Without an id, the server chooses one.
          </dd>
          <dt>Repeating</dt>
          <dd>
            If you get no response, send the change again with the same{' '}
            <code>Daymark-Mutation</code>, a random key that you choose. The server applies the
            change once.
          </dd>
          <dt>Long lists</dt>
          <dd>
            If there are more records, the response has a <code>Link</code> header with{' '}
            <code>rel=&quot;next&quot;</code>. Follow the links until there is none.
          </dd>
          <dt>Only changes</dt>
          <dd>
            Lists have an <code>ETag</code>. Send it back as <code>If-None-Match</code>. A 304 means
            that nothing has changed. You can also ask <code>/api/changes</code> for the changes.
          </dd>
          <dt>Times</dt>
          <dd>
            ISO 8601 with your offset from UTC, such as <code>2026-11-27T09:00:00+01:00</code>.
          </dd>
          <dt>Keep it secret</dt>
          <dd>
            Anyone who has a token can use it. It is not accepted in a URL. If a token leaks, revoke
            it in <a href={API_SETTINGS}>Settings → API</a>.
          </dd>
        </dl>
        <h2 id="reference">Reference</h2>
        <p>
          Every call that a token can make. The same reference for tools:{' '}
          <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
        <ApiReference />
      </main>
      <PublicFooter sectionsPath={paths.features} />
    </>
  );
}
