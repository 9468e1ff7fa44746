import {
  DEFAULT_EVENT_COLOR,
  Event,
  EVENT_COLORS,
  eventChoices,
  NO_DETAILS,
} from '@daymark/contract/event';
import { Day, mapFields, newId } from '@daymark/contract/primitives';
import { EventRepeat, REPEAT_COUNT_MAX } from '@daymark/contract/repeats/eventRepeat';
import { Repeat } from '@daymark/contract/repeats/repeat';
import { zodResolver } from '@hookform/resolvers/zod';
import { ListTodo, NotebookPen, Timer } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  addDays,
  minutesAfterMidnight,
  localDay,
  isLocalDay,
  personsTimeZone,
} from '../../lib/time/dates';
import { durationText } from '../../lib/time/durationText';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { RecordLink } from '../../ui/layout/RecordLink';
import { RecordLinks } from '../../ui/layout/RecordLinks';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { SelectField } from '../../ui/fields/SelectField';
import { TextInput } from '../../ui/fields/TextInput';
import { useNow } from '../../ui/hooks/useNow';
import { useNotesOf } from '../../records/notes/useNoteLinks';
import { allDayTimes } from '../../domain/events/allDay';
import css from './EventDialog.module.css';
import {
  differing,
  type EventDraft,
  type EventFields,
  type NewTimes,
} from '../../domain/events/eventFields';
import type { TypedEvent } from './eventDrafts';
import { EventRepeatFields } from './EventRepeatFields';
import { JoinLink } from './JoinLink';
import { ReminderField, type EventReminders } from './ReminderField';
import { deletionQuestion, type StartFocus } from '../../domain/events/blockTasks';
import { routeOf } from '../../domain/notes/noteLinks';
import { focusMinutesOf } from '../../domain/events/blockTimes';
import {
  chosenInstant,
  movedEnd,
  timeOptions,
  type ChosenTime,
} from '../../domain/events/eventTimes';
import type { ShownEvent } from '../../domain/shownRecords';

/** Returns the rule for a date field. The field's text is empty while a part of the date is missing. */
const chosenDay = (required: string) =>
  z.pipe(z.string().check(z.minLength(1, { error: required, abort: true })), Day);

const fields = {
  title: Event.shape.title,
  /** The select's value, in minutes after midnight. */
  startTime: z.string(),
  endTime: z.string(),
  ...eventChoices,
  repeat: z.nullable(Repeat),
  ends: z.enum(['never', 'on', 'after']),
  until: z.string(),
  /** A number as typed. */
  count: z.string(),
};

interface TypedEnd {
  startDay: string;
  repeat: Repeat | null;
  ends: 'never' | 'on' | 'after';
  until: string;
  count: string;
}

/** The rules of a series' end, each with its message at its own field. */
const endRules = [
  z.refine<TypedEnd>(({ repeat, ends, until }) => !repeat || ends !== 'on' || until !== '', {
    error: 'Last day is required',
    path: ['until'],
  }),
  z.refine<TypedEnd>(
    ({ repeat, ends, until, startDay }) =>
      !repeat || ends !== 'on' || until === '' || until >= startDay,
    { error: 'The last day is before the first day', path: ['until'] },
  ),
  z.refine<TypedEnd>(
    ({ repeat, ends, count }) =>
      !repeat || ends !== 'after' || EventRepeat.shape.count.safeParse(Number(count)).success,
    { error: `Choose 1 to ${REPEAT_COUNT_MAX} times.`, path: ['count'] },
  ),
] as const;

/**
 * The form's schema (product §5). The title follows the contract's rule. An end before the start is accepted, unless
 * the event is all-day.
 */
const EventForm = z.discriminatedUnion('allDay', [
  z
    .object({
      ...fields,
      allDay: z.literal(false),
      startDay: chosenDay('Start time is required'),
      endDay: chosenDay('End time is required'),
    })
    .check(...endRules),
  z
    .object({
      ...fields,
      allDay: z.literal(true),
      startDay: chosenDay('Start date is required'),
      /** The last day. */
      endDay: chosenDay('End date is required'),
    })
    .check(
      z.refine(({ startDay, endDay }) => endDay >= startDay, {
        error: 'The end date is before the start date',
        path: ['endDay'],
      }),
      ...endRules,
    ),
]);

type EventChoices = Pick<Event, keyof typeof eventChoices>;

/** The times that an all-day event gets when "All day" is switched off, in minutes after midnight. */
const DEFAULT_MINUTES = { start: 9 * 60, end: 10 * 60 };

interface EventDialogProps {
  /** The event to edit, or undefined to create an event. */
  event?: ShownEvent | undefined;
  /** The event as it was when the dialog opened. Another device may change the event while the dialog is open. */
  before?: ShownEvent | undefined;
  /** Whether the event was deleted while the dialog was open. Saving creates a deleted event again. */
  isDeleted?: boolean;
  /** A new event's initial times. With `days` it is all-day, and with `dayOff` a day off. */
  times: NewTimes;
  reminders: EventReminders;
  /** The draft from before the page was left. */
  draft?: TypedEvent | undefined;
  /** Called with the form's values when they change. */
  onType: (typed: TypedEvent) => void;
  onCreate: (draft: EventDraft) => void;
  onUpdate: (event: ShownEvent, fields: Partial<EventFields>) => void;
  onDelete: (event: ShownEvent) => void;
  /** Asks which events of the series to delete. */
  onDeleteInSeries: (event: ShownEvent) => void;
  onRetry: (event: ShownEvent) => void;
  onDiscard: (event: ShownEvent) => void;
  /** Starts the focus timer with the task of a block. */
  onFocus?: StartFocus | undefined;
  onClose: () => void;
}

/** Create/Edit Event (product §2). Default export, because it is loaded lazily. */
export default function EventDialog({
  event,
  before = event,
  isDeleted = false,
  times,
  reminders,
  draft,
  onType,
  onCreate,
  onUpdate,
  onDelete,
  onDeleteInSeries,
  onRetry,
  onDiscard,
  onFocus,
  onClose,
}: EventDialogProps) {
  // Chosen once, so that a form submitted twice creates one event.
  const [id] = useState(newId);
  const [deleting, setDeleting] = useState(false);
  const [own] = useState<EventFields>(
    before
      ? { ...before, repeat: (before.series ?? event?.series)?.repeat ?? before.repeat }
      : { title: '', ...NO_DETAILS, ...times, color: DEFAULT_EVENT_COLOR },
  );
  const [start, end] = [new Date(own.start), new Date(own.end)];
  const startMinutes = own.days ? DEFAULT_MINUTES.start : minutesAfterMidnight(start);
  const endMinutes = own.days ? DEFAULT_MINUTES.end : minutesAfterMidnight(end);
  const form = useForm({
    resolver: zodResolver(EventForm),
    defaultValues: {
      title: own.title,
      allDay: own.days !== null,
      startDay: own.days?.start ?? localDay(start),
      startTime: String(startMinutes),
      endDay: own.days ? addDays(own.days.end, -1) : localDay(end),
      endTime: String(endMinutes),
      ...typedRepeat(own.repeat),
      ...(mapFields(eventChoices, (_choice, name) => own[name]) as EventChoices),
      color: own.color ?? DEFAULT_EVENT_COLOR,
    },
    // With keepDefaultValues a restored draft counts as dirty.
    ...(draft && { values: draft, resetOptions: { keepDefaultValues: true } }),
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const values = useWatch({ control: form.control });
  const chosen = (which: 'start' | 'end') => {
    const [day, time] = [values[`${which}Day`] ?? '', Number(values[`${which}Time`])];
    return isLocalDay(day) ? chosenInstant(day, time, own[which]) : undefined;
  };
  const [from, to] = [chosen('start'), chosen('end')];
  const now = useNow();
  const task = event?.task;
  const focusMinutes = event && focusMinutesOf(event, now);
  const endsFirst =
    !values.allDay && from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from);

  const submit = form.handleSubmit((typed) => {
    const { title, color, busy, dayOff, place, allDay, startDay, startTime, endDay, endTime } =
      typed;
    const fields = {
      title,
      color,
      busy,
      dayOff: allDay ? dayOff : null,
      place: place?.trim() || null,
      reminder: allDay ? null : typed.reminder,
      repeat: typed.repeat && repeatOfForm({ ...typed, repeat: typed.repeat }, own.repeat),
      ...(allDay
        ? allDayTimes({ start: startDay, end: addDays(endDay, 1) })
        : {
            start: chosenInstant(startDay, Number(startTime), own.start),
            end: chosenInstant(endDay, Number(endTime), own.end),
            days: null,
          }),
      // Renaming an event without a color doesn't give it a color.
      ...(event && !dirtyFields.color && { color: own.color }),
    };
    if (!event) onCreate({ id, ...fields });
    // Only the fields that were changed here. Another device may have changed other fields.
    else onUpdate(event, differing(own, fields) ?? {});
  });

  const [startBefore, setStartBefore] = useState<ChosenTime>({
    day: draft?.startDay ?? own.days?.start ?? localDay(start),
    minutes: Number(draft?.startTime ?? startMinutes),
  });
  /** Moves the end when the start changes. */
  const moveEnd = () => {
    const [day, minutes] = [form.getValues('startDay'), Number(form.getValues('startTime'))];
    if (!isLocalDay(day)) return;
    setStartBefore({ day, minutes });
    const endDay = form.getValues('endDay');
    if (!isLocalDay(startBefore.day) || !isLocalDay(endDay)) return;
    const end = { day: endDay, minutes: Number(form.getValues('endTime')) };
    const moved = movedEnd(end, startBefore, { day, minutes });
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue('endDay', moved.day, options);
    form.setValue('endTime', String(moved.minutes), options);
  };

  /**
   * An event that ends at midnight doesn't include that day. Switching "All day" on moves the end date back by one day.
   * Switching "All day" off moves the end date forward again.
   */
  const switchAllDay = () => {
    const { allDay, startDay, endDay, endTime } = form.getValues();
    if (Number(endTime) !== 0 || !isLocalDay(endDay) || (allDay && endDay <= startDay)) return;
    form.setValue('endDay', addDays(endDay, allDay ? -1 : 1), { shouldDirty: true });
  };

  return (
    <>
      <Dialog
        title={task ? 'Edit Time Block' : event ? 'Edit Event' : 'Create Event'}
        text={isDeleted && 'This event was deleted. Save to bring it back.'}
        onClose={onClose}
        isDirty={isDirty}
        fillsPhone
        aside={
          event &&
          !isDeleted && (
            <Button
              color="error"
              onPointerEnter={LazyConfirmDialog.preload}
              onFocus={LazyConfirmDialog.preload}
              onClick={() => (event.series ? onDeleteInSeries(event) : setDeleting(true))}
            >
              Delete
            </Button>
          )
        }
        actions={
          <Button type="submit" form="event" variant="contained">
            {event ? 'Save' : 'Create Event'}
          </Button>
        }
      >
        <form
          className={css.form}
          id="event"
          noValidate
          onSubmit={submit}
          onChange={() => onType(form.getValues())}
        >
          {event?.saveError && (
            <SaveErrorMessage
              error={event.saveError}
              onRetry={() => onRetry(event)}
              onDiscard={() => onDiscard(event)}
            />
          )}
          {task ? (
            <div className={css.task}>
              <RecordLink
                icon={<ListTodo size={16} aria-hidden="true" />}
                route={routeOf({ type: 'task', id: task.id })}
              >
                {task.title}
              </RecordLink>
              {onFocus && focusMinutes !== undefined && !task.completed && (
                <Button variant="outlined" size="small" onClick={() => onFocus(task, focusMinutes)}>
                  <Timer size={16} aria-hidden="true" />
                  Start focus · {durationText(focusMinutes)}
                </Button>
              )}
            </div>
          ) : (
            <TextInput
              label="Title"
              autoFocus
              placeholder="What is planned?"
              error={errors.title?.message}
              {...form.register('title')}
            />
          )}
          {!task && (
            <div className={css.kind}>
              <label className={css.allDay}>
                <input type="checkbox" {...form.register('allDay', { onChange: switchAllDay })} />
                All day
              </label>
              <SelectField
                label="Show as"
                hideLabel
                value={
                  values.allDay && values.dayOff
                    ? 'off'
                    : (values.busy ?? !values.allDay)
                      ? 'busy'
                      : 'free'
                }
                onChange={({ target }) => {
                  form.setValue('dayOff', target.value === 'off' || null, { shouldDirty: true });
                  if (target.value !== 'off')
                    form.setValue('busy', target.value === 'busy', { shouldDirty: true });
                }}
              >
                <option value="busy">Busy</option>
                <option value="free">Free</option>
                {values.allDay && <option value="off">Day off</option>}
              </SelectField>
            </div>
          )}
          <div className={css.when}>
            <TextInput
              label="Start date"
              type="date"
              max="9998-12-31"
              autoFocus={task !== undefined}
              error={errors.startDay?.message}
              {...form.register('startDay', { onChange: moveEnd })}
            />
            {!values.allDay && (
              <SelectField
                label="Start time"
                {...form.register('startTime', { onChange: moveEnd })}
              >
                {timeOptions(startMinutes).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            )}
            <TextInput
              label="End date"
              type="date"
              max="9998-12-31"
              error={errors.endDay?.message}
              {...form.register('endDay')}
            />
            {!values.allDay && (
              <SelectField label="End time" {...form.register('endTime')} value={values.endTime}>
                {timeOptions(endMinutes, Number(values.endTime)).map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
          <p className={css.hint} role="status">
            {endsFirst && 'This event ends before it starts. You can still save it.'}
          </p>
          {!task && (
            <>
              <EventRepeatFields
                control={form.control}
                register={form.register}
                ends={values.repeat ? values.ends : undefined}
                errors={{ until: errors.until?.message, count: errors.count?.message }}
                from={isLocalDay(values.startDay ?? '') ? (values.startDay ?? '') : localDay(start)}
              />
              <div className={css.place}>
                <TextInput
                  label="Place or link"
                  placeholder="Room, address or https://…"
                  error={errors.place?.message}
                  {...form.register('place')}
                />
                <JoinLink place={values.place ?? null} title={values.title ?? ''} />
              </div>
            </>
          )}
          {!values.allDay && (
            <ReminderField
              reminders={reminders}
              value={values.reminder ?? null}
              onChange={(reminder) => form.setValue('reminder', reminder, { shouldDirty: true })}
            />
          )}
          <fieldset className={css.colors} hidden={event?.categoryColor !== undefined}>
            <legend>Color</legend>
            <div>
              {EVENT_COLORS.map(({ value, name }) => (
                <label key={value}>
                  <input type="radio" value={value} {...form.register('color')} />
                  <i style={{ backgroundColor: value }} />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
        </form>
        {event && !isDeleted && <EventNotes event={event} />}
      </Dialog>
      {event && deleting && (
        <LazyConfirmDialog
          {...deletionQuestion(event)}
          onClose={() => setDeleting(false)}
          onConfirm={() => onDelete(event)}
        />
      )}
    </>
  );
}

/** Returns the form's values for how an event repeats. */
const typedRepeat = (repeat: EventRepeat | null): Pick<TypedEvent, RepeatName> => ({
  repeat: repeat?.rule ?? null,
  ends: repeat?.count != null ? 'after' : repeat?.until != null ? 'on' : 'never',
  until: repeat?.until ?? '',
  count: repeat?.count == null ? '' : String(repeat.count),
});

type RepeatName = 'repeat' | 'ends' | 'until' | 'count';

/** Returns how the event repeats by the form. The series keeps its zone. */
const repeatOfForm = (
  { repeat: rule, ends, until, count }: Pick<TypedEvent, RepeatName> & { repeat: Repeat },
  before: EventRepeat | null,
): EventRepeat => ({
  rule,
  timeZone: before?.timeZone ?? personsTimeZone(),
  until: ends === 'on' ? until : null,
  count: ends === 'after' ? Number(count) : null,
});

/** The notes of an event. A new note is attached to the task of a time block, or to the series of an event. */
function EventNotes({ event: { id, task, series } }: { event: ShownEvent }) {
  const notes = useNotesOf(
    { type: 'event', id },
    ...(series ? [{ type: 'event', id: series.id } as const] : []),
    ...(task ? [{ type: 'task', id: task.id } as const] : []),
  );
  return (
    <div className={css.notes}>
      <RecordLinks
        label="Notes"
        icon={<NotebookPen size={16} aria-hidden="true" />}
        links={notes.links}
        add={{ label: 'Add note', route: notes.add }}
      />
    </div>
  );
}
