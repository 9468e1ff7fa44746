import { type LocalDay, timeText } from '../../lib/time/dates';
import { sessionsOfDay } from '../../domain/focus/focusDay';
import { useFocusSessions } from './focusQueries';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';

/** Returns a day's focus sessions for a rail of hours. Breaks are not drawn. */
export function useFocusSessionSpans(day: LocalDay) {
  const { data: sessions = [] } = useFocusSessions();
  return sessionsOfDay(sessions, day)
    .filter(({ mode }) => mode === 'focus')
    .map(({ id, start, end }) => {
      const [from, to] = [new Date(start), new Date(end)];
      return {
        id,
        from: from.getTime(),
        to: to.getTime(),
        title: `${MODE_NAMES.focus}, ${timeText(from)} – ${timeText(to)}`,
      };
    });
}
