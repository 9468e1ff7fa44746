import { newId } from '@daymark/contract/primitives';
import { DEFAULT_EVENT_COLOR, Event, EVENT_COLORS } from '@daymark/contract/event';
import { Day } from '@daymark/contract/primitives';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { addDays, minutesAfterMidnight, localDay, daysBetween, isLocalDay } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog';
import { SaveErrorMessage } from '../../ui/SaveErrorMessage';
import { SelectField } from '../../ui/SelectField';
import { TextInput } from '../../ui/TextInput';
import css from './EventDialog.module.css';
import { type EventDraft, type EventFields, type ShownEvent } from './eventQueries';
import { chosenInstant, timeOptions } from './eventTimes';

/** A date field's value: empty while it is incomplete. */
const chosenDay = (required: string) =>
  z.pipe(z.string().check(z.minLength(1, { error: required, abort: true })), Day);

/** Product §5; the rule for the title is the contract's. An end before the start passes. */
const EventForm = z.object({
  title: Event.shape.title,
  startDay: chosenDay('Start time is required'),
  /** A select's value: minutes after midnight. */
  startTime: z.string(),
  endDay: chosenDay('End time is required'),
  endTime: z.string(),
  color: Event.shape.color,
});

interface EventDialogProps {
  /** The event to edit; undefined to create one. */
  event?: ShownEvent | undefined;
  /** A new event's initial times. */
  times: Pick<EventFields, 'start' | 'end'>;
  onCreate: (draft: EventDraft) => void;
  onUpdate: (event: ShownEvent, fields: Partial<EventFields>) => void;
  onDelete: (event: ShownEvent) => void;
  onRetry: (event: ShownEvent) => void;
  onDiscard: (event: ShownEvent) => void;
  onClose: () => void;
}

/** Create/Edit Event (product §2). Default export: loaded lazily. */
export default function EventDialog({
  event,
  times,
  onCreate,
  onUpdate,
  onDelete,
  onRetry,
  onDiscard,
  onClose,
}: EventDialogProps) {
  // Chosen once, so that a form submitted twice creates one event.
  const [id] = useState(newId);
  const [deleting, setDeleting] = useState(false);
  // The values that the dialog opened with: another device may change the event meanwhile.
  const [own] = useState(event ?? { title: '', color: DEFAULT_EVENT_COLOR, ...times });
  const [start, end] = [new Date(own.start), new Date(own.end)];
  const form = useForm({
    resolver: zodResolver(EventForm),
    defaultValues: {
      title: own.title,
      startDay: localDay(start),
      startTime: String(minutesAfterMidnight(start)),
      endDay: localDay(end),
      endTime: String(minutesAfterMidnight(end)),
      color: own.color ?? DEFAULT_EVENT_COLOR,
    },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const values = useWatch({ control: form.control });
  const chosen = (which: 'start' | 'end') => {
    const [day, time] = [values[`${which}Day`] ?? '', Number(values[`${which}Time`])];
    return isLocalDay(day) ? chosenInstant(day, time, own[which]) : undefined;
  };
  const [from, to] = [chosen('start'), chosen('end')];
  const endsFirst = from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from);

  const submit = form.handleSubmit(({ title, startDay, startTime, endDay, endTime, color }) => {
    const fields = {
      title,
      start: chosenInstant(startDay, Number(startTime), own.start),
      end: chosenInstant(endDay, Number(endTime), own.end),
      // An event without a colour doesn't get one when it is renamed.
      color: dirtyFields.color || !event ? color : own.color,
    };
    if (!event) onCreate({ id, ...fields });
    // Only the fields changed here: another device may have changed the others.
    else
      onUpdate(event, {
        ...(fields.title !== own.title && { title }),
        ...(fields.start !== own.start && { start: fields.start }),
        ...(fields.end !== own.end && { end: fields.end }),
        ...(fields.color !== own.color && { color: fields.color }),
      });
  });

  /** Moves the end by as many days as the start. */
  const keepLength = (before: string | undefined, after: string) => {
    const ends = form.getValues('endDay');
    if (before && isLocalDay(before) && isLocalDay(after) && isLocalDay(ends))
      form.setValue('endDay', addDays(ends, daysBetween(before, after)), {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  };
  const [startDayBefore, setStartDayBefore] = useState(localDay(start));

  return (
    <>
      <Dialog
        title={event ? 'Edit Event' : 'Create Event'}
        onClose={onClose}
        isDirty={isDirty}
        aside={
          event && (
            <Button
              color="error"
              onPointerEnter={LazyConfirmDialog.preload}
              onFocus={LazyConfirmDialog.preload}
              onClick={() => setDeleting(true)}
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
        <form className={css.form} id="event" noValidate onSubmit={submit}>
          {event?.saveError && (
            <SaveErrorMessage
              sentence={event.saveError.sentence}
              onRetry={() => onRetry(event)}
              {...(event.saveError.kind === 'rejected' && { onDiscard: () => onDiscard(event) })}
            />
          )}
          <TextInput
            label="Title"
            autoFocus
            placeholder="What is planned?"
            error={errors.title?.message}
            {...form.register('title')}
          />
          <div className={css.when}>
            <TextInput
              label="Start date"
              type="date"
              max="9998-12-31"
              error={errors.startDay?.message}
              {...form.register('startDay', {
                onChange: ({ target }: { target: HTMLInputElement }) => {
                  if (!isLocalDay(target.value)) return;
                  keepLength(startDayBefore, target.value);
                  setStartDayBefore(target.value);
                },
              })}
            />
            <SelectField label="Start time" {...form.register('startTime')}>
              {timeOptions(minutesAfterMidnight(start)).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
            <TextInput
              label="End date"
              type="date"
              max="9998-12-31"
              error={errors.endDay?.message}
              {...form.register('endDay')}
            />
            <SelectField label="End time" {...form.register('endTime')}>
              {timeOptions(minutesAfterMidnight(end)).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          <p className={css.hint} role="status">
            {endsFirst && 'It ends before it starts. You can save it like this.'}
          </p>
          <fieldset className={css.colors}>
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
      </Dialog>
      {event && deleting && (
        <LazyConfirmDialog
          title="Delete event?"
          text={`“${event.title}” will be deleted.`}
          confirm="Delete"
          onClose={() => setDeleting(false)}
          onConfirm={() => onDelete(event)}
        />
      )}
    </>
  );
}
