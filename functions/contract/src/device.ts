import * as z from 'zod/mini';
import { Instant } from './primitives';
import { TimeZone } from './time/timeZone';
import { EndedToo } from './user';

/** A session's fingerprint. With it a session can be ended, not used. */
const DeviceId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not the id of a device.'));

/**
 * A browser that is signed in: one session.
 * - `userAgent`: how the browser named itself when the session started, at most 300 characters.
 * - `timeZone`: where it was then. No address is stored.
 * - `lastUsedAt` is noted once in six hours.
 */
export const Device = z.object({
  id: DeviceId,
  isCurrent: z.boolean(),
  startedAt: Instant,
  lastUsedAt: Instant,
  userAgent: z.nullable(z.string()),
  timeZone: z.nullable(TimeZone),
});
export type Device = z.infer<typeof Device>;

export const DeviceById = z.object({ id: DeviceId });

/** `POST /api/devices/sign-out`: every other device, and with `thisDevice` this one, too. */
export const SignOut = z.extend(EndedToo, { thisDevice: z.boolean() });
