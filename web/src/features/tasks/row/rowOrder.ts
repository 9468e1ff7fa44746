import { createContext, type PointerEvent } from 'react';
import { dragRow } from './rowDrag';

/** Starts moving the row whose handle is pressed. Each list provides its own function. */
export const MoveRowContext = createContext<(press: PointerEvent<HTMLElement>) => void>(
  () => undefined,
);

/** A key press, from the browser or from React. */
type Key = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'defaultPrevented' | 'preventDefault' | 'target' | 'currentTarget'
>;

/**
 * Reorders the rows of a list, by their handles or with Alt and the arrows on anything in a row. Rows with the same
 * `data-section` can change places. A row has `data-task` or contains an element that has it. `onMove` receives the
 * moved task and the task whose position it takes, which is the same task if there is no such position.
 */
export function rowOrder(onMove: (id: number, placeOf: number) => void | Promise<void>) {
  const move = (rows: readonly HTMLElement[], from: number, to: number) => {
    const row = rows[from];
    return row && onMove(taskOf(row), taskOf(rows[to] ?? row));
  };
  return {
    /** Starts moving the row. Lists provide this function as MoveRowContext. */
    moveRow(press: PointerEvent<HTMLElement>) {
      const { currentTarget: handle, pointerId, clientY } = press;
      const row = handle.closest<HTMLElement>('[data-section]');
      if (!row || press.button !== 0) return;
      const list = row.parentElement as HTMLElement;
      const rows = rowsBeside(row);
      // Keeps receiving the pointer outside of the window.
      handle.setPointerCapture(pointerId);
      dragRow(list, rows, row, { pointerId, clientY }, (to) => {
        void move(rows, rows.indexOf(row), to);
      });
    },
    onKeyDown(event: Key) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const focused = event.target as HTMLElement;
      const row = rowOf(focused, event.currentTarget);
      if (!event.altKey || by === undefined || !row || event.defaultPrevented) return;
      event.preventDefault();
      const rows = rowsBeside(row);
      const from = rows.indexOf(row);
      // A row loses the focus when it moves in the document.
      void Promise.resolve(move(rows, from, from + by)).then(() => focused.focus());
    },
  };
}

/** Returns the row of this list that contains an element. Lists of steps are inside rows of another list. */
function rowOf(element: Element, list: EventTarget | null): HTMLElement | undefined {
  const row = element.closest<HTMLElement>('[data-section]');
  return row && row.parentElement === list ? row : undefined;
}

const rowsBeside = (row: HTMLElement): HTMLElement[] =>
  ([...(row.parentElement?.children ?? [])] as HTMLElement[]).filter(
    ({ dataset }) => dataset.section === row.dataset.section,
  );

const taskOf = (row: HTMLElement): number =>
  Number(row.dataset.task ?? row.querySelector<HTMLElement>('[data-task]')?.dataset.task);
