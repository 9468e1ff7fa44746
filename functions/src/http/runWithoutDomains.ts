import domain from 'node:domain';

/**
 * Makes Google's Functions Framework run requests outside Node's domains.
 *
 * The framework creates a domain for each request. From the first one on, Node calls into JavaScript for every promise
 * of the process, which costs 30 % of a request's processor time. An error outside all promises, which a domain would
 * catch, ends the instance instead, as an unhandled rejection does anyway.
 */
export function runWithoutDomains(): void {
  domain.create = () => withoutDomain;
}

/** What the framework uses of a domain. */
const withoutDomain = {
  on: () => withoutDomain,
  run: <T>(work: () => T) => work(),
} as unknown as domain.Domain;
