import type { BlockTime, Task } from '@daymark/contract/task';
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
import { useTaskMutations } from '../../records/tasks/taskQueries';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { lazyComponent } from '../../ui/lazyComponent';
import { useEventMutations, useEvents } from '../../records/events/eventQueries';
import type { EventFields } from '../../domain/events/eventFields';
import { deletionQuestion, type StartFocus } from '../../domain/events/blockTasks';
import { eventDrafts, type TypedEvent } from './eventDrafts';
import { defaultTimes } from '../../domain/events/eventTimes';
import type { ExternalEvent, ShownEvent } from '../../domain/shownRecords';

const EventDialog = lazyComponent(() => import('./EventDialog'));
const ExternalEventDialog = lazyComponent(() => import('./ExternalEventDialog'));
const SeriesDialog = lazyComponent(() => import('../../ui/dialogs/SeriesDialog'));

type Times = Pick<EventFields, 'start' | 'end'>;

/** The actions on events, for a screen that shows them. */
export interface EventActions {
  /** Opens the dialog for a new event: 09:00–10:00 on the day (product §5), or the given times. */
  openCreate: (day: LocalDay, times?: Times) => void;
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
  const { create, update, remove, setBlockTime, bringBack, retry, discard } = useEventMutations();
  const { setCompleted } = useTaskMutations();
  const events = useEvents();
  const { userId } = useSync();
  const [open, setOpen] = useState(() => restoredDialog(userId));
  const [deleting, setDeleting] = useState<{ event: ShownEvent; from: HTMLElement | undefined }>();
  const [external, setExternal] = useState<ExternalEvent>();
  const [question, setQuestion] = useState<SeriesQuestion>();
  /** The answers for blocks that are moved with several key presses, so that the person is asked only once. */
  const answers = useRef(new WeakMap<ShownEvent, 'this' | 'later'>());
  // The event with the changes since the dialog opened. If the event is deleted while the dialog is open, the dialog
  // keeps the typed values.
  const current = open?.event && events.data?.find(({ id }) => id === open.event?.id);
  const isDeleted = Boolean(open?.event && events.data && !current);
  const close = () => {
    eventDrafts.set(userId, undefined);
    setOpen(undefined);
  };

  /** Changes an event. If the block of a series gets a new time, asks whether later blocks should get the same time. */
  const change = (
    event: ShownEvent,
    fields: Partial<EventFields>,
    before = event,
    seen?: ShownEvent,
  ) => {
    // Saved for this block before the question is asked, because the person may leave the question unanswered.
    const takeBack = update(event, fields, before, seen);
    const { task } = event;
    const times = { ...event, ...fields };
    if (!takeBack || !task || !hasBlockTime(task)) return;
    if (!differsFromSeries(task, times) || hasSameBlockTime(before, times)) return;
    const blockTime = blockTimeOf(times);
    const answer = answers.current.get(before);
    if (answer === 'later') setBlockTime(task, blockTime, takeBack);
    if (!answer) setQuestion({ verb: 'Move', task, blockTime, before, takeBack });
  };
  /** Deletes an event. If the event is the block of a series, asks whether to delete later blocks too. */
  const removeAsking = (event: ShownEvent) => {
    const takeBack = remove(event);
    const { task } = event;
    if (task && hasBlockTime(task))
      setQuestion({ verb: 'Delete', task, blockTime: null, before: event, takeBack });
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
    openCreate: (day, times = defaultTimes(day)) => setOpen({ times }),
    openEdit: (event) => setOpen({ event, times: event }),
    openExternal: setExternal,
    askDelete: (event, from) => setDeleting({ event, from }),
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
          event={current ?? open.event}
          before={open.event}
          isDeleted={isDeleted}
          times={open.times}
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
            close();
            if (isDeleted) bringBack({ ...event, ...fields }, event);
            else change(event, fields, event, open.event);
          }}
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
          what="time block"
          title={question.task.title}
          onClose={() => setQuestion(undefined)}
          onThisOne={() => {
            answers.current.set(question.before, 'this');
            setQuestion(undefined);
          }}
          onLater={() => {
            answers.current.set(question.before, 'later');
            setQuestion(undefined);
            setBlockTime(question.task, question.blockTime, question.takeBack);
          }}
        />
      )}
    </>
  );
  return { actions, dialogs, drafting: open && !open.event ? open.times : undefined };
}

/** A change of a series' block. The person is asked whether the change also applies to later blocks. */
interface SeriesQuestion {
  verb: 'Move' | 'Delete';
  task: Task;
  /** The block time that later tasks would get, or null if their blocks would be deleted. */
  blockTime: BlockTime | null;
  before: ShownEvent;
  takeBack: () => void;
}

interface OpenDialog {
  /** The edited event as it was when the dialog opened, or undefined for a new event. */
  event?: ShownEvent | undefined;
  times: Times;
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
