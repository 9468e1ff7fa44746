import * as z from 'zod/mini';
import { Id, Instant, Text } from './primitives';

const API_TOKEN_NAME_MAX = 60;

/** The most tokens of an account that have not expired. */
export const API_TOKENS_MAX = 20;

/** Every token begins with it, so that programs that search for leaked secrets know one. */
export const API_TOKEN_PREFIX = 'daymark_';

/** How long a new token is valid, in days. None is valid forever: a forgotten token ends by itself. */
export const API_TOKEN_DAYS = [30, 90, 365] as const;

/** `read` sees what the account has, `write` also changes it. */
export const ApiTokenScope = z.enum(['read', 'write']);
export type ApiTokenScope = z.infer<typeof ApiTokenScope>;

/** What a person sees of their tokens. */
export const ApiToken = z.object({
  id: Id,
  name: Text(API_TOKEN_NAME_MAX).check(z.trim(), z.minLength(1, 'Please enter a name')),
  scope: ApiTokenScope,
  createdAt: Instant,
  expiresAt: Instant,
  /** To the hour. */
  lastUsedAt: z.nullable(Instant),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.lazy(() =>
  z.object({
    name: ApiToken.shape.name,
    scope: ApiTokenScope,
    expiresInDays: z.literal(API_TOKEN_DAYS, 'Must be 30, 90 or 365'),
  }),
);
export type NewApiToken = z.infer<typeof NewApiToken>;

/** The one reply that has the token itself. */
export const CreatedApiToken = z.lazy(() => z.extend(ApiToken, { token: z.string() }));
export type CreatedApiToken = z.infer<typeof CreatedApiToken>;
