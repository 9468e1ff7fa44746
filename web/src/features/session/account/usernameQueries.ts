import { Registration } from '@daymark/contract/user';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { call, CallError } from '../../../lib/api/call';
import { createDrafts } from '../../../lib/person/drafts';
import { useSync, useSyncStatus } from '../../../sync/useSync';
import type { SaveState } from '../../../ui/fields/SavedNote';
import { updateSession } from '../../../records/account/sessionQueries';
import { useUser } from '../userContext';

/** A name that the server does not have yet. It is unique among all people, so only the server can accept it. */
const usernameDrafts = createDrafts('username', z.string());

/**
 * Sends a name that was typed without a network. Resolves without one, too. Rejects with a `CallError`; the name is kept
 * then, and the settings say why.
 */
export async function sendUsername(client: QueryClient, userId: number): Promise<void> {
  const username = usernameDrafts.get(userId);
  if (username === undefined) return;
  const user = await call('updateUser', { body: { username } }, { as: userId });
  // Unless another one was typed meanwhile.
  if (usernameDrafts.get(userId) === username) usernameDrafts.set(userId, undefined);
  updateSession(client, user);
}

/** The person's name as a field that saves by itself. */
export function useUsername() {
  const client = useQueryClient();
  const { id, username } = useUser();
  const [typed, setTyped] = useState(() => usernameDrafts.get(id) ?? username);
  const [error, setError] = useState<string>();
  const sync = useSync();
  const sending = useMutation({
    mutationFn: () => sendUsername(client, id),
    // It is sent again when the status says that the server answers.
    onError: sync.noteUnreachable,
  });
  const { mutate, reset } = sending;

  const sendWaiting = useEffectEvent(() => {
    if (usernameDrafts.get(id) !== undefined) mutate();
  });
  // Not when the browser says that it is online: requests may fail for a moment then.
  const { offline } = useSyncStatus();
  useEffect(() => sendWaiting(), [offline]);

  const { error: sendError } = sending;
  const refusal =
    sendError instanceof CallError && isRefusal(sendError) ? sendError.sentence : undefined;
  return {
    typed,
    error: error ?? refusal,
    state: stateOf(),
    change: (name: string) => {
      setTyped(name);
      setError(undefined);
      reset();
    },
    save: () => {
      const name = Registration.shape.username.safeParse(typed);
      setError(name.error?.issues[0]?.message);
      if (!name.success) return;
      setTyped(name.data);
      if (name.data === username && usernameDrafts.get(id) === undefined) return;
      usernameDrafts.set(id, name.data);
      mutate();
    },
  };

  function stateOf(): SaveState {
    if (sending.isPending) return { kind: 'saving' };
    // What is started with the page sends it, too, and may have been faster.
    const isSent = sending.isSuccess || (sending.isError && typed === username);
    if (isSent) return { kind: 'saved' };
    return sending.isError && !refusal ? { kind: 'waiting' } : undefined;
  }
}

/** Whether the server has understood the name and does not take it. */
const isRefusal = ({ status }: CallError) => status >= 400 && status < 500;
