import type { IncomingMessage } from 'node:http';
import { CONTRACT_VERSION, OLDEST_VERSION } from '@daymark/contract/calls/version';
import { Failure } from './failure';

/**
 * Refuses a version of the app that this server does not work with. A request without a version is accepted.
 * @throws Failure 426 if the app is too old. 503 if the app is newer than this server, because the server is then being
 * updated. 400 if the version is not a whole number.
 */
export function refuseOtherVersions({ headers }: IncomingMessage): void {
  const named = headers['daymark-contract'];
  if (named === undefined) return;
  const version = Number(named);
  if (!Number.isInteger(version))
    throw new Failure(400, 'Daymark-Contract must be a version number.');
  if (version < OLDEST_VERSION)
    throw new Failure(426, 'This page is from an older version of Daymark. Please reload it.');
  if (version > CONTRACT_VERSION)
    throw new Failure(503, 'Daymark is being updated. Please try again in a moment.', {
      'Retry-After': '30',
    });
}
