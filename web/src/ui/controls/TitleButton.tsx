import { useRef, type ReactNode } from 'react';
import css from './TitleButton.module.css';

/**
 * Longest distance between press and release that is still a click, in px. A longer distance is a drag, a swipe or a
 * selection.
 */
const SLACK_PX = 8;

interface TitleButtonProps {
  onOpen: () => void;
  onPreload?: () => void;
  children: ReactNode;
}

/** A record's title, as a button that opens the record. The title can still be selected, and the row dragged by it. */
export function TitleButton({ onOpen, onPreload, children }: TitleButtonProps) {
  const pressed = useRef({ x: 0, y: 0 });
  return (
    <button
      type="button"
      className={css.title}
      dir="auto"
      aria-haspopup="dialog"
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onPointerDown={({ clientX: x, clientY: y }) => (pressed.current = { x, y })}
      onClick={({ detail, clientX, clientY }) => {
        const { x, y } = pressed.current;
        // A click from the keyboard has no position.
        if (detail === 0 || Math.hypot(clientX - x, clientY - y) <= SLACK_PX) onOpen();
      }}
    >
      {children}
    </button>
  );
}
