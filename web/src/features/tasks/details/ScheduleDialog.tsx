import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ChangeEvent } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  isLocalDay,
  minutesAfterMidnight,
  timeOnDay,
  timeText,
  type LocalDay,
} from '../../../lib/time/dates';
import { durationText } from '../../../lib/time/durationText';
import { isDayLong } from '../../../domain/events/eventSpan';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { SelectField } from '../../../ui/fields/SelectField';
import { TextInput } from '../../../ui/fields/TextInput';
import { useSchedule } from '../../../records/events/useSchedule';
import { blockTimes, firstDay, proposedStart } from '../../../domain/events/blockTimes';
import { eventsOfDay, isDuring } from '../../../domain/events/eventDays';
import { useEvents } from '../../../records/events/eventQueries';
import { timeOptions } from '../../../domain/events/eventTimes';
import { blockMinutes } from '../../../domain/planning/fillFreeTime';
import { typedDay } from '../../../domain/line/typedDay';
import { openGaps, takesTime, workingSpan } from '../../../domain/planning/freeTime';
import { useWorkingHours } from '../../../records/settings/useWorkingHours';
import { useExternalEvents } from '../../../records/googleCalendar/calendarQueries';
import { useRemainingMinutes } from '../../../records/tasks/useRemainingMinutes';
import css from './ScheduleDialog.module.css';
import type { CalendarEvent, ShownTask } from '../../../domain/shownRecords';

const ScheduleForm = z.object({ day: typedDay('Day is required') });

interface ScheduleDialogProps {
  task: ShownTask;
  onClose: () => void;
}

/**
 * Asks when to work on a task, and creates a time block. With the keyboard, the dialog replaces a drag to the hours.
 * The dialog proposes the next free time of the task's day. Default export, because it is loaded lazily.
 */
export default function ScheduleDialog({ task, onClose }: ScheduleDialogProps) {
  const [now] = useState(() => new Date());
  const first = firstDay(now);
  const [lastDay, setLastDay] = useState<LocalDay>(
    task.plannedDay !== null && task.plannedDay > first ? task.plannedDay : first,
  );
  const form = useForm({
    mode: 'onChange',
    resolver: zodResolver(ScheduleForm),
    defaultValues: { day: lastDay },
  });
  const [chosenMinute, setChosenMinute] = useState<number>();
  const minutes = blockMinutes(useRemainingMinutes()(task));
  const { hours } = useWorkingHours();
  const events = useEventsOfDay(lastDay);
  const timed = events.filter((event) => !isDayLong(event));
  const schedule = useSchedule();

  const gapsAmong = (others: readonly CalendarEvent[]) =>
    openGaps({ day: lastDay, hours, events: others, now });
  const gaps = gapsAmong(events);
  const proposed = minutesAfterMidnight(
    proposedStart(lastDay, minutes, {
      // If an event covers the whole day, at least avoid the events that have times.
      gaps: gaps.length > 0 ? gaps : gapsAmong(timed),
      working: workingSpan(lastDay, hours, events),
      now,
    }),
  );
  const start = timeOnDay(lastDay, chosenMinute ?? proposed);
  const times = blockTimes(start, minutes);
  const end = new Date(times.end);
  const overlapped = timed.filter(
    (event) => takesTime(event) && isDuring(event, start.getTime(), end.getTime()),
  );
  return (
    <Dialog
      title="Schedule Task"
      text={<bdi>{task.title}</bdi>}
      onClose={onClose}
      actions={
        <Button type="submit" form="schedule" variant="contained">
          Schedule
        </Button>
      }
    >
      <form
        className={css.form}
        id="schedule"
        noValidate
        onSubmit={form.handleSubmit(() => {
          onClose();
          schedule(task, times);
        })}
      >
        <TextInput
          label="Day"
          type="date"
          max="9998-12-31"
          autoFocus
          error={form.formState.errors.day?.message}
          {...form.register('day', {
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
              if (isLocalDay(target.value)) setLastDay(target.value);
            },
          })}
        />
        <SelectField
          label="Time"
          value={chosenMinute ?? proposed}
          onChange={({ target }) => setChosenMinute(Number(target.value))}
        >
          {timeOptions().map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <p role="status">
          {timeText(start)} – {timeText(end)}, {durationText(minutes)}.
          {overlapped.length > 0 &&
            ` At the same time: ${overlapped.map(({ title }) => title).join(', ')}.`}
        </p>
      </form>
    </Dialog>
  );
}

/** Returns a day's events, the person's own and Google's. */
function useEventsOfDay(day: LocalDay): readonly CalendarEvent[] {
  const events = useEvents(day).data ?? [];
  const { externalEvents } = useExternalEvents({ from: day, to: day });
  return [...eventsOfDay<CalendarEvent>(events, day), ...eventsOfDay(externalEvents, day)];
}
