import { useEffect, useRef, type RefObject } from 'react';
import type { LocalDay } from '../../../lib/time/dates';
import type { CalendarEvent } from '../../../domain/shownRecords';
import { elementId } from '../../../records/elementId';

/**
 * Returns a function that keeps the focus on an event. Once the event is rendered at its new time, it gets the focus
 * and is scrolled into view.
 */
export function useRestoredFocus(
  events: readonly CalendarEvent[],
  days: readonly LocalDay[],
  hours: RefObject<HTMLElement | null>,
): (id: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    // Another screen may show the same event.
    const box = hours.current?.querySelector<HTMLElement>(`#${elementId('event', wanted.current)}`);
    if (!box) return;
    wanted.current = undefined;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [events, days, hours]);
  return (id) => {
    wanted.current = id;
  };
}
