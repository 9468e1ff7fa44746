import { Registration } from '@daymark/contract/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { CallError } from '../../../../lib/api/call';
import { useSync, useSyncStatus } from '../../../../sync/useSync';
import type { SaveState } from '../../../../ui/fields/SavedNote';
import { useUser } from '../../userContext';
import { sendUsername, usernameDrafts } from './sendUsername';

const NameForm = z.pick(Registration, { username: true });

/** Returns the person's name as a field that saves by itself. */
export function useUsername() {
  const client = useQueryClient();
  const { id, username } = useUser();
  const form = useForm({
    resolver: zodResolver(NameForm),
    defaultValues: { username: usernameDrafts.get(id) ?? username },
    // The field is saved when the focus leaves it. An error disappears with the next key.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const typed = useWatch({ control: form.control, name: 'username' });
  const sync = useSync();
  const sending = useMutation({
    mutationFn: () => sendUsername(client, id),
    // The name is sent again when the connection's status says that the server responds.
    onError: sync.recordUnreachable,
  });
  const { mutate, reset } = sending;

  const sendWaiting = useEffectEvent(() => {
    if (usernameDrafts.get(id) !== undefined) mutate();
  });
  // Follows the connection's status and not the browser's online event, after which requests may still fail for a
  // moment.
  const { offline } = useSyncStatus();
  useEffect(() => sendWaiting(), [offline]);

  const { error: sendError } = sending;
  const refusal =
    sendError instanceof CallError && isRefusal(sendError) ? sendError.sentence : undefined;
  const save = form.handleSubmit(({ username: name }) => {
    form.setValue('username', name);
    if (name === username && usernameDrafts.get(id) === undefined) return;
    usernameDrafts.set(id, name);
    mutate();
  });
  return {
    error: form.formState.errors.username?.message ?? refusal,
    state: stateOf(),
    field: form.register('username', {
      onChange: () => {
        form.clearErrors();
        reset();
      },
    }),
    save,
    /** Puts a name into the field and saves it. */
    take: (name: string): void => {
      form.setValue('username', name);
      form.setFocus('username');
      void save();
    },
  };

  function stateOf(): SaveState {
    if (sending.isPending) return { kind: 'saving' };
    // Code that runs when the page starts sends the name too, and may have been faster.
    const isSent = sending.isSuccess || (sending.isError && typed === username);
    if (isSent) return { kind: 'saved' };
    return sending.isError && !refusal ? { kind: 'waiting' } : undefined;
  }
}

/** Whether the server understood the request and refused it. */
const isRefusal = ({ status }: CallError) => status >= 400 && status < 500;
