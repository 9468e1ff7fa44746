import domain from 'node:domain';

/**
 * Makes Google's Functions Framework run requests outside Node's domains.
 *
 * The framework creates a domain for each request. From the first domain on, Node calls into JavaScript for every
 * promise of the process, which costs much of a request's processor time. An error outside all promises, which a domain
 * would catch, ends the instance instead, as an unhandled rejection does anyway.
 */
export function runWithoutDomains(): void {
  domain.create = () => withoutDomain;
}

/** The methods of a domain that the framework uses. */
const withoutDomain = {
  on: () => withoutDomain,
  run: <T>(work: () => T) => work(),
} as unknown as domain.Domain;
