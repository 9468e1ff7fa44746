import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { density } from '../../lib/browser/density';
import { PHONE_QUERY } from '../../lib/browser/phoneQuery';
import { NoteCard, type NoteCardActions } from './NoteCard';
import css from './NoteGrid.module.css';
import type { LinkTargets } from '../../domain/notes/noteLinks';
import type { ShownNote } from '../../domain/shownRecords';

/** Height of a card, in rem. A compact card has one line less. A card for touch has taller checkboxes. */
const CARD_REM = { comfortable: 11, compact: 9.6875 };
const TOUCH_CARD_REM = { comfortable: 12.25, compact: 10.9375 };
const GAP_PX = 16;
const CARD_MIN_PX = 260;

interface NoteGridProps {
  notes: readonly ShownNote[];
  words: readonly string[];
  /** The notes and tasks that the notes' links can lead to. */
  targets: LinkTargets | undefined;
  actions: NoteCardActions;
}

/** Shows the notes as cards. Only the rows in view are rendered, so that thousands of notes scroll smoothly. */
export function NoteGrid({ notes, words, targets, actions }: NoteGridProps) {
  // The virtualizer changes without changing its reference, so the React Compiler would memoize stale values.
  'use no memo';
  const grid = useRef<HTMLUListElement>(null);
  const [{ offset, columns }, setLayout] = useState({ offset: 0, columns: 1 });
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () =>
      setLayout({
        offset: element.getBoundingClientRect().top + window.scrollY,
        columns: Math.max(1, Math.floor((element.clientWidth + GAP_PX) / (CARD_MIN_PX + GAP_PX))),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Cards grow with the person's text size.
  const [cardPx] = useState(
    () =>
      (matchMedia(`(hover: none), ${PHONE_QUERY}`).matches ? TOUCH_CARD_REM : CARD_REM)[
        density.get()
      ] * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(notes.length / columns),
    estimateSize: () => cardPx + GAP_PX,
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
              height: cardPx,
              left: `calc((100% + ${GAP_PX}px) / ${columns} * ${column})`,
              top: start - offset,
            }}
          >
            <NoteCard note={note} words={words} targets={targets} actions={actions} />
          </li>
        )),
      )}
    </ul>
  );
}
