import type { Task } from '@daymark/contract/task';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  blockTimeOf,
  differsFromSeries,
  hasBlockTime,
  hasSameBlockTime,
} from '../../domain/tasks/blockTime';
import type { LocalDay } from '../../lib/time/dates';
import { preloadLater } from '../../lib/browser/preload';
import { useSync } from '../../sync/useSync';
import { useSettings } from '../../records/settings/settingsQueries';
import { useTaskMutations } from '../../records/tasks/taskQueries';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { lazyComponent } from '../../ui/lazyComponent';
import { useEventMutations, useEvents } from '../../records/events/eventQueries';
import type { EventFields, NewTimes } from '../../domain/events/eventFields';
import { deletionQuestion, type StartFocus } from '../../domain/events/blockTasks';
import type { SeriesScope } from '../../domain/events/seriesChanges';
import { eventDrafts, type TypedEvent } from './eventDrafts';
import { defaultTimes } from '../../domain/events/eventTimes';
import type { ExternalEvent, ShownEvent } from '../../domain/shownRecords';

const EventDialog = lazyComponent(() => import('./EventDialog'));
const ExternalEventDialog = lazyComponent(() => import('./ExternalEventDialog'));
const SeriesDialog = lazyComponent(() => import('../../ui/dialogs/SeriesDialog'));

type Times = Pick<EventFields, 'start' | 'end'>;

const FIRST_DAY: LocalDay = '1970-01-01';

/** The actions on events, for a screen that shows them. */
export interface EventActions {
  /** Opens the dialog for a new event on the day, at its default times (product §5) or at the given times. */
  openCreate: (day: LocalDay, times?: NewTimes) => void;
  openEdit: (event: ShownEvent) => void;
  /** Opens the dialog with an external event's details. */
  openExternal: (event: ExternalEvent) => void;
  /** Asks for confirmation, and then deletes the event and moves the focus to a neighbor of `from`. */
  askDelete: (event: ShownEvent, from: HTMLElement | undefined) => void;
  /** Preloads the dialog. Called when the pointer or focus is on the button that opens it. */
  preloadDialog: () => void;
  preloadExternalDialog: () => void;
  /** Moves or resizes an event. Undo restores `before`. */
  setTimes: (
    event: ShownEvent,
    times: Times & Partial<Pick<EventFields, 'days'>>,
    before?: ShownEvent,
  ) => void;
  /** Completes or reopens a block's task. */
  setCompleted: (task: Task, completed: boolean) => void;
  /** Starts the focus timer with a block's task. Undefined if the screen doesn't offer this. */
  startFocus: StartFocus | undefined;
  retry: (event: ShownEvent) => void;
  discard: (event: ShownEvent) => void;
}

/**
 * Returns the actions and the open dialog, which the screen renders once. `drafting` has the times in the dialog of a
 * new event.
 */
export function useEventActions(startFocus?: StartFocus): {
  actions: EventActions;
  dialogs: ReactNode;
  drafting: Times | undefined;
} {
  const { create, update, updateSeries, remove, setBlockTime, bringBack, retry, discard } =
    useEventMutations();
  const { setCompleted } = useTaskMutations();
  const { userId } = useSync();
  const { remindsOfEvents, reminderMinutes } = useSettings().settings;
  const [open, setOpen] = useState(() => restoredDialog(userId));
  // Only an event of a series depends on the day.
  const events = useEvents(open?.event?.seriesDay ?? FIRST_DAY);
  const [deleting, setDeleting] = useState<{ event: ShownEvent; from: HTMLElement | undefined }>();
  const [external, setExternal] = useState<ExternalEvent>();
  const [question, setQuestion] = useState<SeriesQuestion>();
  /** The answers for events that are moved with several key presses, so that the person is asked only once. */
  const answers = useRef(new WeakMap<ShownEvent, SeriesScope>());
  // The event with the changes since the dialog opened. If the event is deleted while the dialog is open, the dialog
  // keeps the typed values.
  const current = open?.event && events.data?.find(({ id }) => id === open.event?.id);
  const isDeleted = Boolean(open?.event && events.data && !current);
  const close = () => {
    eventDrafts.set(userId, undefined);
    setOpen(undefined);
  };

  /** Moves an event of a series. Asks whether others move too, unless the person answered that for `before`. */
  const moveInSeries = (event: ShownEvent, times: Partial<EventFields>, before: ShownEvent) => {
    const answer = answers.current.get(before);
    if (answer && answer !== 'this') {
      updateSeries(event, times, answer);
      return;
    }
    // Saved for this event before the question is asked, because the person may leave the question unanswered.
    const takeBack = update(event, times, before);
    if (!takeBack || answer) return;
    const move = (scope: SeriesScope) => {
      takeBack();
      updateSeries(event, times, scope);
    };
    setQuestion({ verb: 'Move', what: 'event', title: event.title, before, apply: move });
  };
  /** Saves the dialog's changes of an event of a series. The dialog stays open until the person has answered. */
  const editInSeries = (event: ShownEvent, fields: Partial<EventFields>, seen?: ShownEvent) => {
    const hasRule = fields.repeat !== undefined;
    if (Object.keys(fields).length === 0) {
      close();
      return;
    }
    const apply = (scope: SeriesScope) => {
      close();
      updateSeries(event, fields, scope, seen);
    };
    setQuestion({
      verb: 'Edit',
      what: 'event',
      title: event.title,
      before: event,
      apply,
      ...(hasRule ? { withoutThis: true } : { applyThis: () => apply('this') }),
    });
  };
  /** Changes an event. If the block of a series gets a new time, asks whether later blocks should get the same time. */
  const change = (
    event: ShownEvent,
    fields: Partial<EventFields>,
    before = event,
    seen?: ShownEvent,
  ) => {
    // Saved for this block before the question is asked, because the person may leave the question unanswered.
    if (event.series) {
      moveInSeries(event, fields, before);
      return;
    }
    const takeBack = update(event, fields, before, seen);
    const { task } = event;
    const times = { ...event, ...fields };
    if (!takeBack || !task || !hasBlockTime(task)) return;
    if (!differsFromSeries(task, times) || hasSameBlockTime(before, times)) return;
    const blockTime = blockTimeOf(times);
    const answer = answers.current.get(before);
    const apply = () => setBlockTime(task, blockTime, takeBack);
    if (answer === 'later') apply();
    if (!answer)
      setQuestion({ verb: 'Move', what: 'time block', title: task.title, before, apply });
  };
  /** Deletes an event. If the event is the block of a series, asks whether to delete later blocks too. */
  const removeAsking = (event: ShownEvent) => {
    const takeBack = remove(event);
    const { task } = event;
    if (task && hasBlockTime(task))
      setQuestion({
        verb: 'Delete',
        what: 'time block',
        title: task.title,
        before: event,
        apply: () => setBlockTime(task, null, takeBack),
      });
  };
  /** Asks which events of a series to delete. `onAnswer` is called before they are deleted. */
  const askRemoval = (event: ShownEvent, onAnswer: () => void) => {
    const apply = (scope: SeriesScope) => {
      onAnswer();
      remove(event, scope);
    };
    const { title } = event;
    const applyThis = () => apply('this');
    setQuestion({ verb: 'Delete', what: 'event', title, before: event, apply, applyThis });
  };

  const answer = (scope: SeriesScope) => {
    if (!question) return;
    answers.current.set(question.before, scope);
    setQuestion(undefined);
    if (scope === 'this') question.applyThis?.();
    else question.apply(scope);
  };

  useEffect(() => preloadLater(EventDialog.preload, LazyConfirmDialog.preload), []);

  // The focus moves only after the dialog has closed, because a closing dialog first returns the focus to the button of
  // the removed row.
  const next = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (open || deleting || question) return;
    next.current?.focus({ preventScroll: true });
    next.current = undefined;
  }, [open, deleting, question]);

  const actions: EventActions = {
    openCreate: (day, times = defaultTimes(day, new Date())) => setOpen({ times }),
    openEdit: (event) => setOpen({ event, times: event }),
    openExternal: setExternal,
    askDelete: (event, from) => {
      if (event.series) askRemoval(event, () => (next.current = neighborOf(from)));
      else setDeleting({ event, from });
    },
    preloadDialog: EventDialog.preload,
    preloadExternalDialog: ExternalEventDialog.preload,
    setTimes: change,
    setCompleted,
    startFocus,
    retry,
    discard,
  };

  const dialogs = (
    <>
      {open && (
        <EventDialog
          key={open.event?.id}
          event={current ?? open.event}
          before={open.event}
          isDeleted={isDeleted}
          times={open.times}
          reminders={{ userId, remindsOfEvents, reminderMinutes }}
          draft={open.draft}
          onType={(typed) =>
            eventDrafts.set(userId, { event: open.event ?? null, times: open.times, typed })
          }
          onClose={close}
          onCreate={(draft) => {
            close();
            create(draft);
          }}
          onUpdate={(event, fields) => {
            if (event.series && !isDeleted) {
              editInSeries(event, fields, open.event);
              return;
            }
            close();
            if (isDeleted) bringBack({ ...event, ...fields }, event);
            else change(event, fields, event, open.event);
          }}
          onDeleteInSeries={(event) =>
            askRemoval(event, () => {
              close();
              next.current = document.getElementById('main') ?? undefined;
            })
          }
          onDelete={(event) => {
            close();
            next.current = document.getElementById('main') ?? undefined;
            removeAsking(event);
          }}
          onRetry={retry}
          onDiscard={(event) => {
            close();
            discard(event);
          }}
          onFocus={
            startFocus &&
            ((task, minutes) => {
              close();
              startFocus(task, minutes);
            })
          }
        />
      )}
      {external && <ExternalEventDialog event={external} onClose={() => setExternal(undefined)} />}
      {deleting && (
        <LazyConfirmDialog
          {...deletionQuestion(deleting.event)}
          onClose={() => {
            setDeleting(undefined);
            deleting.from?.focus();
          }}
          onConfirm={() => {
            setDeleting(undefined);
            next.current = neighborOf(deleting.from);
            removeAsking(deleting.event);
          }}
        />
      )}
      {question && (
        <SeriesDialog
          verb={question.verb}
          what={question.what}
          title={question.title}
          onClose={() => setQuestion(undefined)}
          onThisOne={question.withoutThis ? undefined : () => answer('this')}
          onLater={() => answer('later')}
          onAll={question.what === 'event' ? () => answer('all') : undefined}
        />
      )}
    </>
  );
  return { actions, dialogs, drafting: open && !open.event ? open.times : undefined };
}

/** A change of a series' block or event. The person is asked to which others the change also applies. */
interface SeriesQuestion {
  verb: 'Edit' | 'Move' | 'Delete';
  what: 'time block' | 'event';
  title: string;
  before: ShownEvent;
  /** Whether the change can't be made to this one only. */
  withoutThis?: boolean;
  /** Makes the change to this one only. Left out if that was done before the question. */
  applyThis?: () => void;
  apply: (scope: SeriesScope) => void;
}

interface OpenDialog {
  /** The edited event as it was when the dialog opened, or undefined for a new event. */
  event?: ShownEvent | undefined;
  times: NewTimes;
  draft?: TypedEvent;
}

/** Returns the dialog that was open when the page was left, with its draft. */
function restoredDialog(userId: number): OpenDialog | undefined {
  const draft = eventDrafts.get(userId);
  return draft && { event: draft.event ?? undefined, times: draft.times, draft: draft.typed };
}

/**
 * Returns the element that gets the focus when a row is deleted: the last button of the next or previous row, or the
 * screen.
 */
function neighborOf(button: HTMLElement | undefined): HTMLElement | undefined {
  const row = button?.closest('li');
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling;
  const buttons = neighbor?.querySelectorAll('button');
  return [...(buttons ?? [])].at(-1) ?? document.getElementById('main') ?? undefined;
}
