import { DEFAULT_EVENT_COLOR } from '@daymark/contract/event';
import type { CalendarEvent } from '../shownRecords';
import { isExternal } from './externalEvent';

/** Returns the color in which an event is drawn. A block has the color of its task's category. */
export const eventColor = (event: CalendarEvent): string =>
  (isExternal(event) ? undefined : event.categoryColor) ?? event.color ?? DEFAULT_EVENT_COLOR;
