import { useEffect, useRef, type ReactNode } from 'react';
import css from './TitleButton.module.css';

/**
 * Longest distance between press and release that is still a click, in px. A longer distance is a drag, a swipe or a
 * selection.
 */
const SLACK_PX = 8;

/** How long a click with the mouse waits for the press of a second one, in ms. */
const SECOND_PRESS_MS = 200;

interface TitleButtonProps {
  onOpen: () => void;
  /** Called for a double-click with the mouse. Without this, a click opens the record at once. */
  onDoubleClick?: () => void;
  onPreload?: () => void;
  children: ReactNode;
}

/**
 * A record's title, as a button that opens the record. The title can still be selected, and the row dragged by it. A
 * tap and a key open at once, because only a mouse has a double-click.
 */
export function TitleButton({ onOpen, onDoubleClick, onPreload, children }: TitleButtonProps) {
  const pressed = useRef({ x: 0, y: 0, isMouse: false, isSecond: false });
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopOpening = () => {
    clearTimeout(opening.current);
    opening.current = undefined;
  };
  useEffect(() => stopOpening, []);
  const click = () => {
    const { isMouse, isSecond } = pressed.current;
    if (!onDoubleClick || !isMouse) onOpen();
    else if (isSecond) onDoubleClick();
    else
      opening.current = setTimeout(() => {
        stopOpening();
        onOpen();
      }, SECOND_PRESS_MS);
  };
  return (
    <button
      type="button"
      className={css.title}
      dir="auto"
      aria-haspopup="dialog"
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onPointerDown={({ clientX: x, clientY: y, pointerType }) => {
        const isSecond = opening.current !== undefined;
        stopOpening();
        pressed.current = { x, y, isMouse: pointerType === 'mouse', isSecond };
      }}
      onClick={({ detail, clientX, clientY }) => {
        const { x, y } = pressed.current;
        // A click from the keyboard has no position.
        if (detail === 0) onOpen();
        else if (Math.hypot(clientX - x, clientY - y) <= SLACK_PX) click();
      }}
    >
      {children}
    </button>
  );
}
