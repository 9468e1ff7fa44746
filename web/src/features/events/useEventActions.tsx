import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LocalDay } from '../../lib/dates';
import { preloadLater } from '../../lib/preload';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog';
import { lazyDialog } from '../../ui/lazyDialog';
import {
  useEventMutations,
  useEvents,
  type EventFields,
  type ExternalEvent,
  type ShownEvent,
} from './eventQueries';
import { defaultTimes } from './eventTimes';

const EventDialog = lazyDialog(() => import('./EventDialog'));
const ExternalEventDialog = lazyDialog(() => import('./ExternalEventDialog'));

type Times = Pick<EventFields, 'start' | 'end'>;

/** All that can be done to events on a screen that shows them. */
export interface EventActions {
  /** Opens the dialog for a new event: 09:00–10:00 on the day (product §5), or the given times. */
  openCreate: (day: LocalDay, times?: Times) => void;
  openEdit: (event: ShownEvent) => void;
  /** Opens the dialog with an external event's details. */
  openExternal: (event: ExternalEvent) => void;
  /** Asks, then deletes. The focus then moves to a neighbour of `button`. */
  askDelete: (event: ShownEvent, button: HTMLElement) => void;
  /** Preloads the dialog: the pointer or focus is on the button that opens it. */
  preloadDialog: () => void;
  preloadExternalDialog: () => void;
  /** Moves or resizes; `before` is what Undo goes back to. */
  setTimes: (event: ShownEvent, times: Times, before?: ShownEvent) => void;
  retry: (event: ShownEvent) => void;
  discard: (event: ShownEvent) => void;
}

/** The actions and the open dialog, which the screen renders once. `drafting`: the times in the dialog of a new event. */
export function useEventActions(): {
  actions: EventActions;
  dialogs: ReactNode;
  drafting: Times | undefined;
} {
  const { create, update, remove, retry, discard } = useEventMutations();
  const events = useEvents();
  const [open, setOpen] = useState<{ event?: ShownEvent; times: Times }>();
  const [deleting, setDeleting] = useState<{ event: ShownEvent; button: HTMLElement }>();
  const [external, setExternal] = useState<ExternalEvent>();
  // With the changes since it was opened. If it is deleted meanwhile, the dialog keeps what is typed.
  const edited =
    open?.event && (events.data?.find(({ id }) => id === open.event?.id) ?? open.event);
  const close = () => setOpen(undefined);

  useEffect(() => preloadLater(EventDialog.preload, LazyConfirmDialog.preload), []);

  // Only after the dialog has closed, since it returns the focus to the button of a row that is gone.
  const next = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (open || deleting) return;
    next.current?.focus({ preventScroll: true });
    next.current = undefined;
  }, [open, deleting]);

  const actions: EventActions = {
    openCreate: (day, times = defaultTimes(day)) => setOpen({ times }),
    openEdit: (event) => setOpen({ event, times: event }),
    openExternal: setExternal,
    askDelete: (event, button) => setDeleting({ event, button }),
    preloadDialog: EventDialog.preload,
    preloadExternalDialog: ExternalEventDialog.preload,
    setTimes: update,
    retry,
    discard,
  };

  const dialogs = (
    <>
      {open && (
        <EventDialog
          event={edited}
          times={open.times}
          onClose={close}
          onCreate={(draft) => {
            close();
            create(draft);
          }}
          onUpdate={(event, fields) => {
            close();
            update(event, fields);
          }}
          onDelete={(event) => {
            close();
            next.current = document.getElementById('main') ?? undefined;
            remove(event);
          }}
          onRetry={retry}
          onDiscard={(event) => {
            close();
            discard(event);
          }}
        />
      )}
      {external && <ExternalEventDialog event={external} onClose={() => setExternal(undefined)} />}
      {deleting && (
        <LazyConfirmDialog
          title="Delete event?"
          text={`“${deleting.event.title}” will be deleted.`}
          confirm="Delete"
          onClose={() => {
            setDeleting(undefined);
            deleting.button.focus();
          }}
          onConfirm={() => {
            setDeleting(undefined);
            next.current = neighbourOf(deleting.button);
            remove(deleting.event);
          }}
        />
      )}
    </>
  );
  return { actions, dialogs, drafting: open && !open.event ? open.times : undefined };
}

/** What gets the focus when a row is deleted: the same button of the next or previous row, or the screen. */
function neighbourOf(button: HTMLElement): HTMLElement | undefined {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const same = neighbour?.querySelector<HTMLElement>('div:last-of-type > button:last-of-type');
  return same ?? document.getElementById('main') ?? undefined;
}
