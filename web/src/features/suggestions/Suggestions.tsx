import { BriefcaseBusiness, CalendarSync, ListPlus, Timer, X, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { plainDuration } from '../../lib/time/durationText';
import { IconButton } from '../../ui/controls/IconButton';
import { Panel } from '../../ui/layout/Panel';
import { suggestionId, useSuggestions, type SuggestionName } from './suggestionQueries';
import css from './Suggestions.module.css';

interface SuggestionsProps {
  /** The state of the calendar's connection, or undefined for a person who can't connect a calendar. */
  calendar: Parameters<typeof useSuggestions>[0];
  /** Length of a focus session, in minutes. */
  focusMinutes: number;
  /** The action of each suggestion. The working hours are asked for in the list itself. */
  actions: Record<Exclude<SuggestionName, 'hours'>, () => void>;
  /**
   * Draws the form for the working hours. The focus returns to the element `focusId` after Undo. `removing` runs the
   * change that removes the question.
   */
  drawHours: (form: { focusId: string; removing: (save: () => void) => void }) => ReactNode;
  /** Loads the code that an action needs. */
  preload: Partial<Record<SuggestionName, () => void>>;
}

/**
 * Lists actions that a new person can begin with, while there are any. Each suggestion has a button that dismisses it.
 */
export function Suggestions(props: SuggestionsProps) {
  const { calendar, focusMinutes, actions, drawHours, preload } = props;
  const { suggestions, areKnown, dismiss } = useSuggestions(calendar);
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const texts: Record<SuggestionName, { Icon: LucideIcon; title: string; detail: string }> = {
    task: {
      Icon: ListPlus,
      title: 'Add your first task',
      detail: 'One line is enough: what, when, how long',
    },
    hours: {
      Icon: BriefcaseBusiness,
      title: 'When do you work?',
      detail: 'Your free time is counted within these hours',
    },
    calendar: {
      Icon: CalendarSync,
      title: 'Connect Google Calendar',
      detail: 'Read only, to plan around your meetings',
    },
    focus: {
      Icon: Timer,
      title: 'Start a focus session',
      detail: `${plainDuration(focusMinutes)} on one thing, then a break`,
    },
  };
  /**
   * Runs an action that removes a row with its buttons. The same button of the next row, or else of the previous row,
   * then gets the focus.
   */
  const removing = (name: SuggestionName, button: keyof typeof BUTTONS, act: () => void) => {
    const item = document.getElementById(suggestionId(name))?.closest('li');
    const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
    act();
    const next = neighbor?.querySelector<HTMLElement>(BUTTONS[button]);
    (next ?? document.getElementById('main'))?.focus();
  };
  const start = (name: SuggestionName) => {
    if (name === 'hours') setAsking(!isAsking);
    else if (name === 'focus') removing(name, 'action', actions.focus);
    else actions[name]();
  };
  if (suggestions.length === 0) return null;
  return (
    <Panel
      className={css.suggestions}
      aria-labelledby={id}
      // Until the suggestions are known, only their space is reserved.
      style={{ visibility: areKnown ? undefined : 'hidden' }}
    >
      <h2 id={id}>Getting started</h2>
      <ul aria-labelledby={id}>
        {suggestions.map((name) => {
          const { Icon, title, detail } = texts[name];
          return (
            <li key={name}>
              <button
                type="button"
                id={suggestionId(name)}
                data-suggestion
                onPointerEnter={preload[name]}
                onFocus={preload[name]}
                aria-expanded={name === 'hours' ? isAsking : undefined}
                onClick={() => start(name)}
              >
                <Icon size={20} aria-hidden="true" />
                <span>
                  <strong>{title}</strong> <small>{detail}</small>
                </span>
              </button>
              <IconButton
                label={`Dismiss “${title}”`}
                title="Dismiss"
                onClick={() => removing(name, 'dismiss', () => dismiss(name, title))}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
              {name === 'hours' && isAsking && (
                <div>
                  {drawHours({
                    focusId: suggestionId(name),
                    removing: (save) => removing(name, 'action', save),
                  })}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Selectors of a row's buttons. */
const BUTTONS = { action: '[data-suggestion]', dismiss: '[data-suggestion] + button' };
