import { sideBySide } from '../../domain/events/calendar/eventLayout';
import { eventSpan, isDayLong } from '../../domain/events/eventSpan';
import { daySpan } from '../../domain/insights/insightDays';
import { mainOutcome, type PlanAgainstDay } from '../../domain/reflections/planAgainstDay';
import { outcomeText } from '../../domain/reflections/planWords';
import { hourText, minutesAfterMidnight, type LocalDay } from '../../lib/time/dates';
import { mergedSpans, within, type TimeSpan } from '../../lib/time/timeSpans';
import css from './PlanAgainstDayPanel.module.css';

const HOUR_MS = 3_600_000;
/** Height of an hour, in px. */
const HOUR_PX = 60;

/** The height from which a box has room for its title, in px. */
const TITLE_PX = 14;

/** The height from which a box has room for a word below its title, in px. */
const WORD_PX = 36;

/** A box on the rail. */
interface Box extends TimeSpan {
  key: string;
  title: string;
  kind: string;
}

/** Two columns on one rail of hours: the plan, and the day. Screen readers read the list beside it. */
export function ComparedRail({ day, compared }: { day: LocalDay; compared: PlanAgainstDay }) {
  const window = daySpan(day);
  const shown = compared.times.filter(({ planned }) => !isDayLong(planned));
  const plan = shown.flatMap((time) => {
    const { planned, spans } = time;
    return within([eventSpan(planned)], window).map((span) => ({
      ...span,
      key: planned.eventId,
      title: planned.title,
      kind: 'plan',
      word: outcomeText({ outcome: mainOutcome(time) }, { day, today: day }),
      parts: spans.flatMap((part) =>
        within([part], span).map((own) => ({ ...own, outcome: part.outcome })),
      ),
    }));
  });
  const happened = [
    ...shown.flatMap(({ planned, spans }) => {
      const done = spans.filter(({ outcome }) => outcome === 'done');
      return within(mergedSpans(done), window).map((span, at) => ({
        ...span,
        key: `${planned.eventId} ${at}`,
        title: planned.title,
        kind: 'planned',
      }));
    }),
    ...boxesOf(compared.otherTimes, 'planned'),
    ...boxesOf(compared.unplanned, 'unplanned'),
  ];
  const all = [...plan, ...happened];
  if (all.length === 0) return null;
  const from = Math.min(...all.map((box) => hourBefore(box.from)));
  const to = Math.max(...all.map((box) => hourBefore(box.to - 1) + HOUR_MS));
  const hours = Array.from({ length: (to - from) / HOUR_MS }, (_, hour) => from + hour * HOUR_MS);
  return (
    <div className={css.rail} aria-hidden="true" data-testid="plan-rail">
      <div className={css.names}>
        <span>Plan</span>
        <span>Day</span>
      </div>
      <div className={css.hours} style={{ height: hours.length * HOUR_PX }}>
        {hours.map((hour, at) => (
          <span key={hour} style={{ top: at * HOUR_PX }}>
            {hourText(Math.floor(minutesAfterMidnight(new Date(hour)) / 60))}
          </span>
        ))}
      </div>
      <Column boxes={plan} from={from} />
      <Column boxes={happened} from={from} />
    </div>
  );
}

const boxesOf = (times: PlanAgainstDay['unplanned'], kind: string): Box[] =>
  times.flatMap(({ record, parts }) =>
    parts.map((part, at) => ({
      ...part,
      key: `${record.kind} ${record.id} ${at}`,
      title: record.title,
      kind,
    })),
  );

/** Returns the full hour on the clock at or before a moment. */
const hourBefore = (at: number): number => {
  const minutes = minutesAfterMidnight(new Date(at)) % 60;
  return Math.floor(at / 60_000) * 60_000 - minutes * 60_000;
};

const toPx = (ms: number): number => (ms / HOUR_MS) * HOUR_PX;

interface ColumnProps {
  boxes: readonly (Box & { word?: string; parts?: readonly (TimeSpan & { outcome: string })[] })[];
  /** The start of the rail, in ms since 1970. */
  from: number;
}

function Column({ boxes, from }: ColumnProps) {
  const positions = sideBySide(boxes.map((box) => ({ start: box.from, end: box.to })));
  return (
    <div className={css.column}>
      {boxes.map((box, at) => {
        const { column = 0, columns = 1, span = 1 } = positions[at] ?? {};
        return (
          <div
            key={box.key}
            data-kind={box.kind}
            style={{
              top: toPx(box.from - from),
              height: toPx(box.to - box.from),
              left: `${(column / columns) * 100}%`,
              width: `${(span / columns) * 100}%`,
            }}
          >
            {box.parts?.map((part) => (
              <i
                key={part.from}
                data-outcome={part.outcome}
                style={{ top: toPx(part.from - box.from), height: toPx(part.to - part.from) }}
              />
            ))}
            {toPx(box.to - box.from) >= TITLE_PX && <span>{box.title}</span>}
            {box.word !== undefined && toPx(box.to - box.from) >= WORD_PX && (
              <small>{box.word}</small>
            )}
          </div>
        );
      })}
    </div>
  );
}
