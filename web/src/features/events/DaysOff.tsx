import { isDayOff } from '@daymark/contract/event';
import { repeatText } from '@daymark/contract/repeats/repeatText';
import { useMemo } from 'react';
import { newDayOff } from '../../domain/events/dayOff';
import type { ShownEvent } from '../../domain/shownRecords';
import {
  addDays,
  personsDay,
  startOfDay,
  weekdayDateOf,
  type LocalDay,
} from '../../lib/time/dates';
import { useNextOfEach } from '../../records/events/eventQueries';
import { Button } from '../../ui/controls/Button';
import { TitleButton } from '../../ui/controls/TitleButton';
import { useNow } from '../../ui/hooks/useNow';
import { SettingRow } from '../../ui/layout/SettingRow';
import rows from '../../ui/layout/RecordRows.module.css';
import css from './DaysOff.module.css';
import { useEventActions } from './useEventActions';

/** The coming days off, the next one of each series, and a button that adds one. Each is an all-day event. */
export function DaysOff() {
  const today = personsDay(useNow());
  const { actions, dialogs } = useEventActions();
  const { data } = useNextOfEach(useMemo(() => startOfDay(today), [today]));
  const coming = data?.filter((event) => isDayOff(event) && (event.days?.end ?? '') > today) ?? [];
  return (
    <div className={css.daysOff}>
      <SettingRow
        title="Days off"
        text="Holidays and vacations. They have no working hours and don’t interrupt a streak."
      >
        <Button
          variant="outlined"
          size="small"
          onPointerEnter={actions.preloadDialog}
          onFocus={actions.preloadDialog}
          onClick={() => actions.openCreate(today, newDayOff(today))}
        >
          Add day off
        </Button>
      </SettingRow>
      {coming.length > 0 && (
        <ul className={rows.rows} aria-label="Coming days off">
          {coming.map((event) => (
            <li key={event.id}>
              <div>
                <TitleButton
                  onOpen={() => actions.openEdit(event)}
                  onPreload={actions.preloadDialog}
                >
                  {event.title}
                </TitleButton>
                <p>{daysText(event, today)}</p>
              </div>
              <Button
                variant="outlined"
                size="small"
                aria-label={`Remove ${event.title}`}
                onClick={({ currentTarget }) => actions.askDelete(event, currentTarget)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {dialogs}
    </div>
  );
}

/** Returns, for example, "Fri, Dec 25 – Sat, Dec 26 · Every year". */
function daysText({ days, series }: ShownEvent, today: LocalDay): string {
  if (!days) return '';
  const now = startOfDay(today);
  const dates = [...new Set([days.start, addDays(days.end, -1)])];
  const rule = series?.repeat?.rule;
  return [
    dates.map((day) => weekdayDateOf(startOfDay(day), now)).join(' – '),
    ...(rule ? [repeatText(rule, days.start)] : []),
  ].join(' · ');
}
