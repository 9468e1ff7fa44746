import type { ApiToken } from '@daymark/contract/apiToken';
import { shortDate, timeText } from '../../lib/time/dates';
import { Button } from '../../ui/controls/Button';
import { useNow } from '../../ui/hooks/useNow';
import rows from '../../ui/layout/RecordRows.module.css';
import { SCOPES } from './apiTokenChoices';

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
  return (
    <ul className={rows.rows}>
      {tokens.map((token) => {
        const { id, name } = token;
        const action = isExpired(token, now) ? 'Remove' : 'Revoke';
        return (
          <li key={id}>
            <div>
              <strong dir="auto">{name}</strong>
              <p>{about(token, now)}</p>
            </div>
            <Button
              color="error"
              size="small"
              disabled={isOffline}
              aria-label={`${action} ${name}`}
              onClick={() => (action === 'Remove' ? onRemove : onRevoke)(token)}
            >
              {action}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

const isExpired = ({ expiresAt }: ApiToken, now: Date): boolean => new Date(expiresAt) <= now;

/** Returns, for example, "Read · created Jan 5, 2026 · expires Apr 5, 2026 · last used Jan 7, 2026, 9:40 AM". */
function about(token: ApiToken, now: Date): string {
  const [created, expires] = [new Date(token.createdAt), new Date(token.expiresAt)];
  const used = token.lastUsedAt === null ? undefined : new Date(token.lastUsedAt);
  return [
    SCOPES[token.scope],
    `created ${shortDate(created)}`,
    `${isExpired(token, now) ? 'expired' : 'expires'} ${shortDate(expires)}`,
    used ? `last used ${shortDate(used)}, ${timeText(used)}` : 'never used',
  ].join(' · ');
}
