import { API_TOKENS_MAX, type ApiToken } from '@daymark/contract/apiToken';
import { newId } from '@daymark/contract/primitives';
import { DAY_MS } from '@daymark/contract/time/units';
import { newApiToken } from '../apiTokenText';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import { hasEnded, type Caller, type OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { StoredApiToken } from '../store/apiTokens';

/** How long an expired token stays in the list, in ms, so that the person can see why their program stopped working. */
const EXPIRED_SHOWN_MS = 30 * DAY_MS;

export const listApiTokens: Handler<'listApiTokens'> = async ({ owner }, { stores, now }) => {
  const oldest = new Date(now().getTime() - EXPIRED_SHOWN_MS).toISOString();
  return (await stores.apiTokens.list(owner))
    .map((token) => (hasEnded(token, owner) ? { ...token, expiresAt: endOf(owner) } : token))
    .filter(({ expiresAt }) => expiresAt > oldest);
};

/** Creates an API token. The token itself is only in this response. */
export const createApiToken: Handler<'createApiToken'> = async ({ owner, body }, ports) => {
  const { stores, now } = ports;
  await refuseDemoAccount(owner, ports);
  const { name, scope, expiresInDays } = body;
  const moment = now();
  const expiresAt = new Date(moment.getTime() + expiresInDays * DAY_MS);
  const { id, token, hash } = newApiToken(owner.uid, newId());
  const shown: ApiToken = {
    id,
    name,
    scope,
    createdAt: moment.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: null,
  };
  const isCreated = await stores.apiTokens.create(
    owner,
    { ...shown, hash, signInsValidFrom: owner.signInsValidFrom },
    new Date(expiresAt.getTime() + EXPIRED_SHOWN_MS),
    (others) =>
      others.filter((one) => !isExpired(one, moment) && !hasEnded(one, owner)).length <
      API_TOKENS_MAX,
  );
  if (!isCreated)
    throw new Failure(
      403,
      `You have ${API_TOKENS_MAX} API tokens. Revoke one, then create another.`,
    );
  return { ...shown, token };
};

/** Refuses copies of the demo, which last a day and belong to people who haven't registered. */
async function refuseDemoAccount({ uid }: OwnerRef, { stores }: Ports): Promise<void> {
  const profile = await stores.profiles.get(uid);
  if (!profile) throw new Failure(401, 'Please sign in.');
  if (profile.expiresAt !== undefined)
    throw new Failure(403, 'The demo account can’t create API tokens.');
}

const endOf = ({ signInsValidFrom }: Caller) => new Date(signInsValidFrom).toISOString();

const isExpired = ({ expiresAt }: StoredApiToken, moment: Date) =>
  Date.parse(expiresAt) <= moment.getTime();

export const deleteApiToken: Handler<'deleteApiToken'> = async ({ owner, id }, { stores }) => {
  await stores.apiTokens.delete(owner, id);
};

/** Ends all API tokens of an account. Can be repeated. */
export async function endApiTokens(owner: OwnerRef, { stores }: Ports): Promise<void> {
  await stores.apiTokens.deleteAll(owner);
}
