import * as z from 'zod/mini';
import { Instant } from './primitives';
import { DeviceReminders } from './reminders/pushSubscription';
import { TimeZone } from './time/timeZone';
import { EndedToo } from './user';

/** A session's fingerprint, which is enough to end the session, but not to use it. */
const DeviceId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not a valid device id.'));

/**
 * A signed-in browser. Each session counts as one device.
 * - `userAgent`: how the browser named itself when the session started, at most 300 characters.
 * - `timeZone`: the browser's time zone when the session started. No IP address is stored.
 * - `lastUsedAt` is recorded at most once in six hours.
 */
export const Device = z.object({
  id: DeviceId,
  isCurrent: z.boolean(),
  startedAt: Instant,
  lastUsedAt: Instant,
  userAgent: z.nullable(z.string()),
  timeZone: z.nullable(TimeZone),
  /** Null if the device gets no reminders. */
  reminders: z.nullable(DeviceReminders),
});
export type Device = z.infer<typeof Device>;

export const DeviceById = z.object({ id: DeviceId });

/**
 * The body of `POST /api/devices/sign-out`, which signs out every other device. With `thisDevice` it signs out this
 * device as well.
 */
export const SignOut = z.extend(EndedToo, { thisDevice: z.boolean() });
