import domain from 'node:domain';

/**
 * Makes Google's Functions Framework run requests outside Node's domains.
 *
 * The framework creates a domain for each request. From the first domain on, Node calls into JavaScript for every
 * promise of the process, which costs much of a request's processor time. A domain would also catch an error that is
 * thrown outside all promises. Without domains, such an error ends the instance. An unhandled rejection ends the
 * instance in either case.
 */
export function runWithoutDomains(): void {
  domain.create = () => withoutDomain;
}

/** The methods of a domain that the framework uses. */
const withoutDomain = {
  on: () => withoutDomain,
  run: <T>(work: () => T) => work(),
} as unknown as domain.Domain;
