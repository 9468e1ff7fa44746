import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { NoteCard, type NoteCardActions } from './NoteCard';
import css from './NoteGrid.module.css';
import type { ShownNote } from './noteQueries';

const CARD_PX = 176;
const GAP_PX = 16;
const CARD_LEAST_PX = 260;

interface NoteGridProps {
  notes: readonly ShownNote[];
  words: readonly string[];
  actions: NoteCardActions;
}

/** The notes as cards, of which only the rows in view are drawn: five thousand scroll like five. */
export function NoteGrid({ notes, words, actions }: NoteGridProps) {
  // The virtualizer changes under a stable reference, which the React Compiler would memoise away.
  'use no memo';
  const grid = useRef<HTMLUListElement>(null);
  const [{ offset, columns }, setPlace] = useState({ offset: 0, columns: 1 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () =>
      setPlace({
        offset: element.getBoundingClientRect().top + window.scrollY,
        columns: Math.max(1, Math.floor((element.clientWidth + GAP_PX) / (CARD_LEAST_PX + GAP_PX))),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(notes.length / columns),
    estimateSize: () => CARD_PX + GAP_PX,
    overscan: 3,
    scrollMargin: offset,
  });
  return (
    <ul
      className={css.grid}
      ref={grid}
      aria-label="Notes"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().flatMap(({ index: row, start }) =>
        notes.slice(row * columns, (row + 1) * columns).map((note, column) => (
          <li
            key={note.id}
            aria-setsize={notes.length}
            aria-posinset={row * columns + column + 1}
            style={{
              width: `calc((100% - ${(columns - 1) * GAP_PX}px) / ${columns})`,
              height: CARD_PX,
              left: `calc((100% + ${GAP_PX}px) / ${columns} * ${column})`,
              top: start - offset,
            }}
          >
            <NoteCard note={note} words={words} actions={actions} />
          </li>
        )),
      )}
    </ul>
  );
}
