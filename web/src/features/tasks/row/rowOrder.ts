import { fetchPart, loadedPart, preload } from '../../../lib/browser/preload';

/** Only for those who drag. */
const loadDrag = () => import('./rowDrag');

/** A finger is faster than the network: for lists that are on the screen for a while. */
export const preloadDrag = (): void => preload(loadDrag);

/* What the handlers need of the browser's events and of React's. */
interface OnList {
  target: EventTarget | null;
  currentTarget: EventTarget | null;
}
type Press = OnList & Pick<PointerEvent, 'button' | 'pointerId' | 'clientY' | 'stopPropagation'>;
type Key = OnList & Pick<KeyboardEvent, 'key' | 'altKey' | 'defaultPrevented' | 'preventDefault'>;

/**
 * The handlers of a list whose rows are put into another order: by their handles, `data-handle`, or with Alt and the
 * arrows on anything in them. Rows of the same `data-section` can change places; each is or has an element with
 * `data-task`. `onMove` gets the task that is moved and the one whose place it gets.
 */
export function rowOrder(onMove: (id: number, placeOf: number) => void | Promise<void>) {
  const move = (rows: readonly HTMLElement[], from: number, to: number) => {
    const [row, place] = [rows[from], rows[to]];
    return row && place && row !== place ? onMove(taskOf(row), taskOf(place)) : undefined;
  };
  return {
    onPointerDown(event: Press) {
      const handle = (event.target as HTMLElement).closest('[data-handle]');
      const row = handle && rowOf(handle, event.currentTarget);
      if (!row || event.button !== 0) return;
      const { pointerId, clientY } = event;
      const list = row.parentElement as HTMLElement;
      const rows = rowsBeside(row);
      // Around the list, a press on a task is the beginning of a drag to the hours.
      event.stopPropagation();
      // Also outside of the window.
      handle.setPointerCapture(pointerId);
      const start = ({ dragRow }: Awaited<ReturnType<typeof loadDrag>>, y: number) =>
        dragRow(list, rows, row, { pointerId, clientY, y }, (to) => {
          void move(rows, rows.indexOf(row), to);
        });
      const part = loadedPart(loadDrag);
      if (part) {
        start(part, clientY);
        return;
      }
      let y = clientY;
      const follow = (moved: PointerEvent) => void (y = moved.clientY);
      addEventListener('pointermove', follow);
      fetchPart(loadDrag)
        .then(
          (loaded) => handle.hasPointerCapture(pointerId) && start(loaded, y),
          () => undefined,
        )
        .finally(() => removeEventListener('pointermove', follow));
    },
    onPointerOver({ target }: Pick<Event, 'target'>) {
      if ((target as HTMLElement).closest('[data-handle]')) preloadDrag();
    },
    onKeyDown(event: Key) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const focused = event.target as HTMLElement;
      const row = rowOf(focused, event.currentTarget);
      if (!event.altKey || by === undefined || !row || event.defaultPrevented) return;
      event.preventDefault();
      const rows = rowsBeside(row);
      const from = rows.indexOf(row);
      // A row that moves in the document loses the focus.
      void Promise.resolve(move(rows, from, from + by)).then(() => focused.focus());
    },
  };
}

/** The row of this list; the lists of steps are in rows of another. */
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
