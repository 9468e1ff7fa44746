import { Event, eventChoices } from '@daymark/contract/event';
import { orNull } from '@daymark/contract/primitives';
import { Repeat } from '@daymark/contract/repeats/repeat';
import * as z from 'zod/mini';
import { createDrafts } from '../../lib/person/drafts';

const text = z.string();

const TypedEvent = z.object({
  title: text,
  allDay: z.boolean(),
  startDay: text,
  startTime: text,
  endDay: text,
  endTime: text,
  repeat: z._default(z.catch(z.nullable(Repeat), null), null),
  ends: z._default(z.enum(['never', 'on', 'after']), 'never'),
  until: z._default(text, ''),
  count: z._default(text, ''),
  // Fields may be missing in a draft that an older version of the app has stored.
  ...orNull(eventChoices),
});

/** The values of the event dialog's form. */
export type TypedEvent = z.infer<typeof TypedEvent>;

/** Draft of the event dialog. `event` is the edited event as it was when the dialog opened, or null for a new event. */
export const eventDrafts = createDrafts(
  'event',
  z.object({
    event: z.nullable(Event),
    times: z.object({ start: text, end: text }),
    typed: TypedEvent,
  }),
);
