import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ariaShortcut, SHORTCUTS, shortcutText } from '../../../lib/shortcuts';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import css from './CalendarToolbar.module.css';
import { VIEWS, type CalendarView } from './calendarAddress';

const KEYS = {
  month: 'showMonth',
  week: 'showWeek',
  '5days': 'showWorkweek',
  day: 'showDay',
} as const;

const nameOf = (view: CalendarView) => SHORTCUTS[KEYS[view]].name;

interface CalendarToolbarProps {
  title: string;
  view: CalendarView;
  onStep: (direction: 1 | -1) => void;
  onToday: () => void;
  onView: (view: CalendarView) => void;
  /** The buttons at the end of the row. */
  actions: ReactNode;
}

/** The screen's header: the title of the shown period, the buttons to change it, and the screen's actions. */
export function CalendarToolbar({
  title,
  view,
  onStep,
  onToday,
  onView,
  actions,
}: CalendarToolbarProps) {
  const step = nameOf(view).toLowerCase();
  return (
    <header className={css.toolbar}>
      {/* The title of the period is in its place. */}
      <h1>Calendar</h1>
      <Button
        variant="outlined"
        size="small"
        title={`Today (${shortcutText('showToday')})`}
        aria-keyshortcuts={ariaShortcut('showToday')}
        onClick={onToday}
      >
        Today
      </Button>
      <div className={css.steps}>
        <IconButton label={`Previous ${step}`} onClick={() => onStep(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Next ${step}`} onClick={() => onStep(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <h2 aria-live="polite">{title}</h2>
      <div className={css.views} role="group" aria-label="View">
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            title={`${nameOf(one)} (${shortcutText(KEYS[one])})`}
            aria-keyshortcuts={ariaShortcut(KEYS[one])}
            onClick={() => onView(one)}
          >
            {nameOf(one)}
          </button>
        ))}
      </div>
      {actions}
    </header>
  );
}
