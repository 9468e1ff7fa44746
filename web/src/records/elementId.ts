/**
 * Returns the id of the element that gets the focus when a record comes back, or when a link or a toast leads to it: a
 * task's checkbox, an event, a note's title.
 */
export const elementId = (noun: 'task' | 'event' | 'note', id: number | undefined): string =>
  `${noun}-${id}`;
