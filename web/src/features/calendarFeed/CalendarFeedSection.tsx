import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import { DAY_MS } from '@daymark/contract/time/units';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../lib/api/call';
import { shortDate } from '../../lib/time/dates';
import { useSync, useSyncStatus } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import type { SaveState } from '../../ui/fields/SavedNote';
import { SettingRow } from '../../ui/layout/SettingRow';
import { OneTimeSecret } from '../../ui/states/OneTimeSecret';
import { toast } from '../../ui/toasts/toast';
import { useNow } from '../../ui/hooks/useNow';
import { useSession } from '../../records/account/sessionQueries';
import css from './CalendarFeedSection.module.css';
import {
  useCalendarFeed,
  useCreateCalendarFeed,
  useDeleteCalendarFeed,
  useUpdateCalendarFeed,
} from '../../records/account/calendarFeedQueries';

/**
 * The settings of the secret address at which other calendars read the person's events. A new address is shown once.
 */
export function CalendarFeedSection() {
  const { userId } = useSync();
  const { data: user } = useSession();
  const { offline } = useSyncStatus();
  const feed = useCalendarFeed(userId);
  const create = useCreateCalendarFeed(userId);
  const update = useUpdateCalendarFeed(userId);
  const end = useDeleteCalendarFeed(userId);
  const [path, setPath] = useState<string>();
  const [question, setQuestion] = useState<'replace' | 'end'>();
  const section = useRef<HTMLDivElement>(null);

  const make = (busyOnly: boolean) => {
    setQuestion(undefined);
    create.mutate(busyOnly, {
      onSuccess: (made) => setPath(made.path),
      onError: (error) =>
        toast({
          title: 'The address wasn’t created',
          description: sentenceOf(error),
          severity: 'error',
        }),
    });
  };
  const turnOff = () => {
    setQuestion(undefined);
    end.mutate(undefined, {
      onSuccess: () => {
        setPath(undefined);
        toast({ title: 'Address turned off', description: 'No one can read it anymore.' });
        // The focused button is gone.
        section.current?.focus();
      },
      onError: (error) =>
        toast({
          title: 'The address wasn’t turned off',
          description: sentenceOf(error),
          severity: 'error',
        }),
    });
  };

  if (feed.data === undefined)
    return feed.error && !offline ? (
      <LoadErrorMessage
        title="Your calendar address couldn’t be loaded"
        error={feed.error}
        onRetry={() => void feed.refetch()}
      />
    ) : offline ? (
      <p className={css.note} role="status">
        You’re offline. The calendar address is shown when you’re back.
      </p>
    ) : (
      <div className={css.pending} aria-busy="true" />
    );
  const isBusy = create.isPending || end.isPending || offline;
  return (
    <div
      ref={section}
      tabIndex={-1}
      role="group"
      aria-label="Calendar address"
      className={css.section}
    >
      {path && (
        <OneTimeSecret
          title="Your new calendar address"
          label="Address"
          hint="Copy it now. It is not shown again. Anyone who has it can read this calendar."
          copyLabel="Copy the address"
          value={`${location.origin}${path}`}
          onDone={() => setPath(undefined)}
        >
          <a href={`webcal://${location.host}${path}`}>Open in a calendar app</a>
        </OneTimeSecret>
      )}
      <SettingRow
        title="Calendar address"
        text={
          <>
            {feed.data ? (
              <FeedDates feed={feed.data} />
            ) : (
              'A secret address. Google, Apple and Outlook can show your events and time blocks from it. Anyone who has it can read them.'
            )}
            {user?.expiresAt && ' It works until this copy of the demo is deleted.'}
          </>
        }
      >
        <div className={css.buttons}>
          {feed.data ? (
            <>
              <Button
                variant="outlined"
                size="small"
                disabled={isBusy}
                onClick={() => setQuestion('replace')}
              >
                New address…
              </Button>
              <Button
                variant="outlined"
                color="error"
                size="small"
                disabled={isBusy}
                onClick={() => setQuestion('end')}
              >
                Turn off…
              </Button>
            </>
          ) : (
            <Button variant="outlined" size="small" disabled={isBusy} onClick={() => make(false)}>
              {create.isPending ? 'Creating…' : 'Create an address'}
            </Button>
          )}
        </div>
      </SettingRow>
      {feed.data && (
        <SettingRow
          title="Busy only"
          text="Others see when you’re busy, but not why."
          state={saveStateOf(update)}
        >
          <label className={css.check}>
            <input
              type="checkbox"
              aria-label="Busy only"
              disabled={isBusy}
              checked={update.isPending ? update.variables : feed.data.busyOnly}
              onChange={({ target }) => update.mutate(target.checked)}
            />
          </label>
        </SettingRow>
      )}
      {feed.data && <FeedSteps />}
      {offline && (
        <p className={css.note} role="status">
          You’re offline. You can change the address when you’re back.
        </p>
      )}
      {question === 'replace' && (
        <LazyConfirmDialog
          title="Create a new address?"
          text="Calendars that use the current address stop showing your events until you give them the new one."
          confirm="Create a new address"
          onConfirm={() => make(feed.data?.busyOnly ?? false)}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question === 'end' && (
        <LazyConfirmDialog
          title="Turn off the address?"
          text="Calendars that use it stop showing your events. You can create a new address at any time."
          confirm="Turn off"
          onConfirm={turnOff}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}

function saveStateOf({
  isPending,
  isSuccess,
  error,
  variables,
  mutate,
}: ReturnType<typeof useUpdateCalendarFeed>): SaveState {
  if (isPending) return { kind: 'saving' };
  if (error)
    return {
      kind: 'failed',
      sentence: sentenceOf(error),
      onRetry: () => mutate(variables),
    };
  return isSuccess ? { kind: 'saved' } : undefined;
}

/** Shows when the address was made and last read. The server records a reading at most once a day. */
function FeedDates({ feed: { createdAt, readAt } }: { feed: CalendarFeed }) {
  const now = useNow();
  const made = `Created on ${shortDate(new Date(createdAt))}.`;
  if (readAt === null) return `${made} No calendar has read it yet.`;
  return now.getTime() - Date.parse(readAt) < DAY_MS
    ? `${made} Read in the last 24 hours.`
    : `${made} Last read about ${shortDate(new Date(readAt))}.`;
}

const STEPS = [
  [
    'Google Calendar',
    'On a computer, choose + beside Other calendars, then From URL, and paste the address.',
  ],
  [
    'Apple Calendar',
    'On a Mac, choose File, then New Calendar Subscription. On an iPhone, open the address with Open in a calendar app.',
  ],
  ['Outlook', 'Choose Add calendar, then Subscribe from web, and paste the address.'],
] as const;

/** Explains how to add the address in other calendar programs. */
function FeedSteps() {
  return (
    <details className={css.steps}>
      <summary>How to add it to your calendar</summary>
      <dl>
        {STEPS.map(([program, step]) => (
          <div key={program}>
            <dt>{program}</dt>
            <dd>{step}</dd>
          </div>
        ))}
      </dl>
      <p>
        Each program decides how often it reads the address. A change can take a few hours to
        appear, in Google Calendar up to a day.
      </p>
    </details>
  );
}
