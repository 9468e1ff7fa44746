import { useEffect, useRef } from 'react';
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
): (id: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const box = document.getElementById(elementId('event', wanted.current));
    if (!box) return;
    wanted.current = undefined;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [events, days]);
  return (id) => {
    wanted.current = id;
  };
}
