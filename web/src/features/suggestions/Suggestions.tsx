import { CalendarSync, ListPlus, Timer, X, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
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
  /** The action of each suggestion. */
  actions: Record<SuggestionName, () => void>;
  /** Loads the code that an action needs. */
  preload: Partial<Record<SuggestionName, () => void>>;
}

/**
 * Lists actions that a new person can begin with, while there are any. Each suggestion has a button that dismisses it.
 */
export function Suggestions({ calendar, focusMinutes, actions, preload }: SuggestionsProps) {
  const { suggestions, areKnown, dismiss } = useSuggestions(calendar);
  const id = useId();
  const texts: Record<SuggestionName, { Icon: LucideIcon; title: string; detail: string }> = {
    task: {
      Icon: ListPlus,
      title: 'Add your first task',
      detail: 'One line is enough: what, when, how long',
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
  const removing = (name: SuggestionName, button: 'first' | 'last', act: () => void) => {
    const item = document.getElementById(suggestionId(name))?.closest('li');
    const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
    act();
    const next = neighbor?.querySelector<HTMLElement>(`button:${button}-child`);
    (next ?? document.getElementById('main'))?.focus();
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
                onClick={() =>
                  name === 'focus' ? removing(name, 'first', actions.focus) : actions[name]()
                }
              >
                <Icon size={20} aria-hidden="true" />
                <span>
                  <strong>{title}</strong> <small>{detail}</small>
                </span>
              </button>
              <IconButton
                label={`Dismiss “${title}”`}
                title="Dismiss"
                onClick={() => removing(name, 'last', () => dismiss(name, title))}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
