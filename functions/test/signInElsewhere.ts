import type { Person } from './people';
import { send } from './send';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Signs in on another device, in a later second, because two cookies of the same second would be equal. */
export async function signInElsewhere({ email, password }: Person): Promise<string> {
  await secondsLater(1);
  const { session } = await send({
    method: 'POST',
    path: '/api/login',
    headers: { 'user-agent': FIREFOX },
    body: { email, password, timeZone: 'Asia/Kolkata' },
  });
  return session ?? '';
}

/** Waits until the start of a later second, because Firebase counts in seconds. */
export async function secondsLater(seconds: number): Promise<void> {
  const until = (Math.floor(Date.now() / 1000) + seconds) * 1000;
  while (Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
}
