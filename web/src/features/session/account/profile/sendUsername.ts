import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../../../lib/api/call';
import { createDrafts } from '../../../../lib/person/drafts';
import { updateSession } from '../../../../records/account/sessionQuery';

/**
 * A name that the server has not accepted yet. Names are unique among all people, so only the server can accept one.
 */
export const usernameDrafts = createDrafts('username', z.string());

/**
 * Sends the name that the server has not accepted yet, if there is such a name.
 * @throws CallError when the name can't be sent. The name is kept, and the settings show the reason.
 */
export async function sendUsername(client: QueryClient, userId: number): Promise<void> {
  const username = usernameDrafts.get(userId);
  if (username === undefined) return;
  const user = await call('updateUser', { body: { username } }, { as: userId });
  // Keep the draft if another name was typed during the call.
  if (usernameDrafts.get(userId) === username) usernameDrafts.set(userId, undefined);
  updateSession(client, user);
}
