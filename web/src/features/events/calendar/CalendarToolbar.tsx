import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ariaShortcut, shortcutText } from '../../../lib/shortcuts';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import css from './CalendarToolbar.module.css';
import { VIEWS, type CalendarView } from './calendarAddress';

const NAMES: Record<CalendarView, string> = { month: 'Month', week: 'Week', day: 'Day' };
const KEYS = { month: 'showMonth', week: 'showWeek', day: 'showDay' } as const;

interface CalendarToolbarProps {
  title: string;
  view: CalendarView;
  onStep: (direction: 1 | -1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
}

/** The title of the shown period, and the buttons to change it. */
export function CalendarToolbar({ title, view, onStep, onToday, onView }: CalendarToolbarProps) {
  return (
    <div className={css.toolbar}>
      <div className={css.time}>
        <h2 aria-live="polite">{title}</h2>
        <div>
          <IconButton label={`Previous ${view}`} onClick={() => onStep(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </IconButton>
          <IconButton label={`Next ${view}`} onClick={() => onStep(1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <Button
          variant="outlined"
          size="small"
          title={`Today (${shortcutText('showToday')})`}
          aria-keyshortcuts={ariaShortcut('showToday')}
          onClick={onToday}
        >
          Today
        </Button>
      </div>
      <div className={css.views} role="group" aria-label="View">
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            title={`${NAMES[one]} (${shortcutText(KEYS[one])})`}
            aria-keyshortcuts={ariaShortcut(KEYS[one])}
            onClick={() => onView(one)}
          >
            {NAMES[one]}
          </button>
        ))}
      </div>
    </div>
  );
}
