import type { IncomingMessage } from 'node:http';
import type { Ports } from '../../ports';
import { Failure } from '../failure';
import { withinTimeLimit } from '../../timeLimits';

/**
 * Refuses a request that does not prove with a token of App Check that it comes from our app.
 * @throws Failure 403 without a valid token, 503 if it can't be verified. Throws nothing in the modes `off` and
 * `watch`.
 */
export async function refuseOtherApps(
  endpoint: string,
  { headers }: IncomingMessage,
  { appCheck, log }: Ports,
): Promise<void> {
  if (appCheck.mode === 'off') return;
  const token = [headers['x-firebase-appcheck']].flat()[0];
  try {
    if (!token || !(await withinTimeLimit(() => appCheck.verify(token))))
      throw new Failure(
        403,
        'We could not check that this request comes from Daymark. Reload the page and try again.',
      );
  } catch (error) {
    if (appCheck.mode === 'enforce') throw error;
    const reason = token ? 'its token could not be verified' : 'it has no token';
    log({
      severity: 'WARNING',
      message: `App Check would refuse ${endpoint}: ${reason}`,
      endpoint,
    });
  }
}
