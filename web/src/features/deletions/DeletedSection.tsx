import { DELETED_KEPT_DAYS, type DeletedRecord } from '@daymark/contract/deletion';
import { CallError } from '../../lib/api/call';
import { localDay, shortDate, timeText } from '../../lib/time/dates';
import { countText } from '../../lib/text/numbers';
import { Button } from '../../ui/controls/Button';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import { useNow } from '../../ui/hooks/useNow';
import rows from '../../ui/layout/RecordRows.module.css';
import css from './DeletedSection.module.css';
import {
  deletionsOf,
  nameOf,
  useDeletedRecords,
  useRestore,
  type Deletion,
} from './deletionQueries';

const NOUNS: Record<DeletedRecord['collection'], string> = {
  goals: 'Goal',
  tasks: 'Task',
  notes: 'Note',
  events: 'Event',
  categories: 'Category',
  focusSessions: 'Focus session',
  conflicts: 'Text',
};

/** Lists the deleted records, each with a button that brings it back. */
export function DeletedSection() {
  const query = useDeletedRecords();
  const restore = useRestore();
  const now = useNow();
  const deletions = deletionsOf(query.deleted);
  if (query.error && !query.data)
    return query.error instanceof CallError && query.error.status === 0 ? (
      <p className={css.empty} role="status">
        You’re offline. What you deleted is shown when you’re back.
      </p>
    ) : (
      <LoadErrorMessage
        title="Deleted records couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div aria-busy={query.isPending}>
      {query.isPending ? (
        <div className={css.pending} />
      ) : deletions.length === 0 ? (
        <p className={css.empty}>Nothing was deleted in the last {DELETED_KEPT_DAYS} days.</p>
      ) : (
        <ul className={`${rows.rows} ${css.list}`} aria-label="Recently deleted">
          {deletions.map((deletion) => {
            const { deleted } = deletion;
            return (
              <li key={`${deleted.collection} ${deleted.record.id}`}>
                <div>
                  <strong dir="auto">{nameOf(deleted)}</strong>
                  <p>{about(deletion, now)}</p>
                </div>
                <Button
                  variant="outlined"
                  size="small"
                  aria-label={`Restore ${nameOf(deleted)}`}
                  onClick={() => restore(deletion)}
                >
                  Restore
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={css.footer}>
          <Button
            variant="outlined"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns, for example, "Task with 3 steps · deleted today, 9:40 AM". */
function about({ deleted, parts }: Deletion, now: Date): string {
  const steps = parts.filter(({ collection }) => collection === 'tasks').length;
  const moment = new Date(deleted.deletedAt);
  const day = localDay(moment) === localDay(now) ? 'today' : shortDate(moment);
  const noun = NOUNS[deleted.collection];
  return [
    steps > 0 ? `${noun} with ${countText(steps, 'step')}` : noun,
    `deleted ${day}, ${timeText(moment)}`,
  ].join(' · ');
}
