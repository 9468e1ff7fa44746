import {
  CalendarPlus,
  CircleArrowRight,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
} from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { briefTimes } from '../../domain/events/eventTimes';
import { daySpan } from '../../domain/insights/insightDays';
import { routeOf } from '../../domain/notes/noteLinks';
import {
  minutesOf,
  type Outcome,
  type PlanAgainstDay,
  type ProofRecord,
} from '../../domain/reflections/planAgainstDay';
import { differencesOf, outcomeText, planSummary } from '../../domain/reflections/planWords';
import { calendarDayPath, paths, type RecordRoute } from '../../lib/paths';
import { localInstant, personsDay, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { within } from '../../lib/time/timeSpans';
import { LeavingLink } from '../../ui/controls/LeavingLink';
import { useIsPhone } from '../../ui/hooks/useIsPhone';
import { useNow } from '../../ui/hooks/useNow';
import css from './PlanAgainstDayPanel.module.css';
import { ComparedRail } from './ComparedRail';

const ICONS: Record<Outcome | 'unplanned', typeof Clock> = {
  done: CircleCheck,
  displaced: CalendarPlus,
  interrupted: CirclePause,
  moved: CircleArrowRight,
  removed: CircleX,
  absent: CircleX,
  notBegun: CircleDashed,
  ahead: Clock,
  unplanned: CalendarPlus,
};

interface PlanAgainstDayPanelProps {
  day: LocalDay;
  compared: PlanAgainstDay;
}

/**
 * The kept plan of a day beside what happened: a rail of hours, and a list with each difference and its record. Phones
 * and screen readers get the list alone, which has the same facts.
 */
export function PlanAgainstDayPanel({ day, compared }: PlanAgainstDayPanelProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const days = { day, today: personsDay(useNow()) };
  const { done, rest } = planSummary(compared, days);
  const { times, tasks, unplanned, otherTimes } = compared;
  const rows = [
    ...times.map((time) => ({ at: Date.parse(time.planned.start), time })),
    ...[...unplanned, ...otherTimes].map((added) => ({
      at: added.parts[0]?.from ?? 0,
      added,
      isPlanned: otherTimes.includes(added),
    })),
  ].sort((a, b) => a.at - b.at);
  return (
    <section className={css.panel} aria-labelledby={id}>
      <h2 id={id}>Plan and day</h2>
      <p>{[...done, ...rest].join(' · ')}</p>
      <div className={css.both}>
        {!isPhone && rows.length > 0 && <ComparedRail day={day} compared={compared} />}
        <ul aria-label="Plan and day">
          {rows.map((row) => {
            if ('added' in row) {
              const { record, parts } = row.added;
              const minutes = minutesOf(parts);
              if (minutes < 1) return null;
              const word = row.isPlanned
                ? 'Focus at another time'
                : record.kind === 'event'
                  ? 'Unplanned meeting'
                  : 'Unplanned focus';
              return (
                <Row
                  key={`${record.kind} ${record.id}`}
                  title={<ProofLink record={record} day={day} />}
                  when={timesText({ from: row.at, to: parts.at(-1)?.to ?? row.at }, day)}
                >
                  <Word outcome={row.isPlanned ? 'done' : 'unplanned'}>
                    {word} {plainDuration(minutes)}
                  </Word>
                </Row>
              );
            }
            const { planned } = row.time;
            const differences = differencesOf(row.time);
            const span = { from: row.at, to: Math.max(row.at, Date.parse(planned.end)) };
            return (
              <Row
                key={`planned ${planned.eventId}`}
                title={<span dir="auto">{planned.title}</span>}
                when={timesText(span, day)}
              >
                {differences.map(({ outcome, record, minutes, movedTo }) => (
                  <Word
                    key={`${outcome} ${record.kind} ${record.title} ${movedTo}`}
                    outcome={outcome}
                  >
                    {outcomeText({ outcome, movedTo }, days)}
                    {differences.length > 1 && ` ${plainDuration(minutes)}`}
                    {namesRecord(outcome, record, planned.title) && (
                      <>
                        : <ProofLink record={named(record, planned.title)} day={day} />
                      </>
                    )}
                  </Word>
                ))}
              </Row>
            );
          })}
          {tasks.map(({ planned, outcome, movedTo }) => (
            <Row
              key={`task ${planned.taskId}`}
              title={
                <ProofLink
                  record={{ kind: 'task', id: String(planned.taskId), title: planned.title }}
                  day={day}
                />
              }
              when="Any time"
            >
              <Word outcome={outcome}>{outcomeText({ outcome, movedTo }, days)}</Word>
            </Row>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Whether a difference's record says more than the row's title. */
const namesRecord = (outcome: Outcome, record: ProofRecord, title: string): boolean =>
  record.title !== title || (record.kind === 'session' && outcome !== 'done');

/** Returns a record under a name that differs from the row's title. */
const named = (record: ProofRecord, title: string): ProofRecord =>
  record.title === title ? { ...record, title: 'focus session' } : record;

/** Returns a span's times on the day: "9 – 10:15 AM". */
const timesText = (span: { from: number; to: number }, day: LocalDay): string => {
  const [onDay = span] = within([span], daySpan(day));
  const [start, end] = [onDay.from, onDay.to].map((at) => localInstant(new Date(at)));
  return briefTimes({ start: start ?? '', end: end ?? '' }, day);
};

function Row({ when, title, children }: { when: string; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className={css.when}>{when}</span>
      <span className={css.title}>{title}</span>
      <span className={css.words}>{children}</span>
    </li>
  );
}

function Word({ outcome, children }: { outcome: Outcome | 'unplanned'; children: ReactNode }) {
  const Icon = ICONS[outcome];
  return (
    <small data-outcome={outcome}>
      <Icon size={14} aria-hidden="true" />
      <span>{children}</span>
    </small>
  );
}

/** A link that shows the record of a difference. */
function ProofLink({ record, day }: { record: ProofRecord; day: LocalDay }) {
  return (
    <LeavingLink route={routeOfProof(record, day)}>
      <bdi>{record.title}</bdi>
    </LeavingLink>
  );
}

function routeOfProof({ kind, id }: ProofRecord, day: LocalDay): RecordRoute {
  if (kind === 'task') return routeOf({ type: 'task', id: Number(id) });
  if (kind === 'session') return { to: paths.focus, state: {} };
  const number = Number(id);
  return { to: calendarDayPath(day), state: Number.isInteger(number) ? { shows: number } : {} };
}
