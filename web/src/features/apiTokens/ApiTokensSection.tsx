import type { ApiToken, CreatedApiToken } from '@daymark/contract/apiToken';
import { useRef, useState } from 'react';
import { paths } from '../../lib/paths';
import { useSyncStatus } from '../../sync/useSync';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import { OneTimeSecret } from '../../ui/states/OneTimeSecret';
import { toast } from '../../ui/toasts/toast';
import { useSession } from '../../records/account/sessionQueries';
import { ApiTokenList } from './ApiTokenList';
import css from './ApiTokensSection.module.css';
import { useApiTokens, useDeleteApiToken } from '../../records/account/apiTokenQueries';
import { NewApiTokenForm } from './NewApiTokenForm';

/** The settings section that makes, lists and revokes API tokens. A new token is shown once. */
export function ApiTokensSection() {
  const { data: user } = useSession();
  if (!user) return null;
  return (
    <div className={css.section}>
      <p className={css.about}>
        No token can change your account or create other tokens.{' '}
        <a href={paths.developers}>How to use the API</a>
      </p>
      {user.expiresAt !== null ? (
        <p className={css.note}>
          The demo can’t create API tokens, because it is deleted after a day. Sign up to create
          tokens.
        </p>
      ) : (
        <Tokens userId={user.id} />
      )}
    </div>
  );
}

function Tokens({ userId }: { userId: number }) {
  const { offline } = useSyncStatus();
  const tokens = useApiTokens(userId);
  const [created, setCreated] = useState<CreatedApiToken>();
  const [revoked, setRevoked] = useState<ApiToken>();
  const list = useRef<HTMLDivElement>(null);
  const revoke = useDeleteApiToken(userId);
  const confirmRevoke = ({ id, name, expiresAt }: ApiToken) => {
    setRevoked(undefined);
    revoke.mutate(id, {
      onSuccess: () => {
        if (new Date(expiresAt) <= new Date()) toast({ title: 'Token removed' });
        else toast({ title: 'Token revoked', description: `“${name}” no longer works.` });
        if (created?.id === id) setCreated(undefined);
        // The focused button is gone with its row.
        list.current?.focus();
      },
      onError: ({ message }) =>
        toast({ title: 'The token wasn’t revoked', description: message, severity: 'error' }),
    });
  };
  return (
    <>
      {offline && (
        <p className={css.note} role="status">
          You’re offline. You can create and revoke tokens when you’re back.
        </p>
      )}
      {created && (
        <OneTimeSecret
          title="Your new token"
          label={`Token “${created.name}”`}
          hint="Copy it now, and keep it where you keep passwords. It is not shown again."
          copyLabel="Copy the token"
          value={created.token}
          onDone={() => setCreated(undefined)}
        />
      )}
      <div ref={list} tabIndex={-1} role="group" aria-label="Your API tokens">
        {tokens.data?.length === 0 ? (
          <p className={css.empty}>You have no API tokens.</p>
        ) : tokens.data ? (
          <ApiTokenList
            tokens={tokens.data}
            isOffline={offline}
            onRevoke={setRevoked}
            onRemove={confirmRevoke}
          />
        ) : tokens.error && !offline ? (
          <LoadErrorMessage
            title="Your API tokens couldn’t be loaded"
            error={tokens.error}
            onRetry={() => void tokens.refetch()}
          />
        ) : (
          // As tall as one token, so that nothing moves when the list has loaded.
          <div className={css.pending} aria-busy={!offline} />
        )}
      </div>
      <NewApiTokenForm userId={userId} isOffline={offline} onCreated={setCreated} />
      {revoked && (
        <LazyConfirmDialog
          title="Revoke this token?"
          text={`Programs that use “${revoked.name}” stop working at once. This can’t be undone.`}
          confirm="Revoke"
          onConfirm={() => confirmRevoke(revoked)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  );
}
