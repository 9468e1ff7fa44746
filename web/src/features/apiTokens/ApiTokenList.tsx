import type { ApiToken } from '@daymark/contract/apiToken';
import { shortDate, timeText } from '../../lib/time/dates';
import { Button } from '../../ui/controls/Button';
import { useNow } from '../../ui/hooks/useNow';
import { SCOPES } from './apiTokenChoices';
import css from './ApiTokenList.module.css';

interface ApiTokenListProps {
  tokens: readonly ApiToken[];
  isOffline: boolean;
  onRevoke: (token: ApiToken) => void;
  /** Called instead of `onRevoke` for a token that has expired. */
  onRemove: (token: ApiToken) => void;
}

/** Lists the person's tokens with their access, expiry and last use. */
export function ApiTokenList({ tokens, isOffline, onRevoke, onRemove }: ApiTokenListProps) {
  const now = useNow();
  if (tokens.length === 0) return <p className={css.empty}>You have no API tokens.</p>;
  return (
    <ul className={css.list}>
      {tokens.map((token) => {
        const { id, name, scope, createdAt, expiresAt, lastUsedAt } = token;
        const isExpired = new Date(expiresAt) <= now;
        return (
          <li key={id}>
            <div>
              <b dir="auto">{name}</b>
              <span>{SCOPES[scope]}</span>
            </div>
            <dl>
              <div>
                <dt>Created</dt>
                <dd>{shortDate(new Date(createdAt))}</dd>
              </div>
              <div data-expired={isExpired}>
                <dt>{isExpired ? 'Expired' : 'Expires'}</dt>
                <dd>{shortDate(new Date(expiresAt))}</dd>
              </div>
              <div>
                <dt>Last used</dt>
                <dd>{lastUsedAt === null ? 'Never' : momentText(new Date(lastUsedAt))}</dd>
              </div>
            </dl>
            <Button
              color="error"
              size="small"
              disabled={isOffline}
              aria-label={`${isExpired ? 'Remove' : 'Revoke'} ${name}`}
              onClick={() => (isExpired ? onRemove : onRevoke)(token)}
            >
              {isExpired ? 'Remove' : 'Revoke'}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

const momentText = (moment: Date) => `${shortDate(moment)}, ${timeText(moment)}`;
