import { X } from 'lucide-react';
import {
  SnackbarContent,
  SnackbarProvider,
  closeSnackbar,
  enqueueSnackbar,
  type CustomContentProps,
} from 'notistack';
import { forwardRef, useEffect, useRef, useState, type PointerEvent } from 'react';
import { toastArea, type Toast } from './toast';
import css from './ToastArea.module.css';
import { Button } from './Button';
import { IconButton } from './IconButton';

/* Product §9: one at a time, 5000 ms, swipe right with a 50 px threshold, hotkey F8; 420 px wide at most is in the CSS. */
const DURATION_MS = 5000;
const SWIPE_PX = 50;
const HOTKEY = 'F8';

declare module 'notistack' {
  interface VariantOverrides {
    toast: { notice: Toast };
  }
}

/** Where notices appear. Default export: it is loaded with the first notice. */
export default function ToastArea() {
  useEffect(() => {
    toastArea.open((notice) => enqueueSnackbar({ variant: 'toast', notice }));
    const focusNotice = (event: KeyboardEvent) => {
      if (event.key !== HOTKEY) return;
      document.querySelector<HTMLElement>('[data-toast]')?.focus();
    };
    document.addEventListener('keydown', focusNotice);
    return () => document.removeEventListener('keydown', focusNotice);
  }, []);

  return (
    <SnackbarProvider
      maxSnack={1}
      // The notice keeps its own time: it also waits while the keyboard is in it.
      autoHideDuration={null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={{ toast: ToastContent }}
    />
  );
}

const ToastContent = forwardRef<HTMLDivElement, CustomContentProps & { notice: Toast }>(
  function ToastContent({ id, notice }, ref) {
    const [held, setHeld] = useState(false);
    const [offset, setOffset] = useState(0);
    const start = useRef<number | null>(null);
    const close = () => closeSnackbar(id);

    useEffect(() => {
      if (held) return;
      const timer = setTimeout(() => closeSnackbar(id), DURATION_MS);
      return () => clearTimeout(timer);
    }, [held, id]);

    const drag = (event: PointerEvent) => {
      if (start.current === null) return;
      setOffset(Math.max(0, event.clientX - start.current));
    };
    /** By where the pointer is now: what is drawn may be behind it. */
    const release = (event: PointerEvent) => {
      const moved = start.current === null ? 0 : event.clientX - start.current;
      start.current = null;
      if (moved >= SWIPE_PX) close();
      else setOffset(0);
    };
    const giveUp = () => {
      start.current = null;
      setOffset(0);
    };

    const { action } = notice;
    return (
      <SnackbarContent ref={ref} className={css.place}>
        <div
          className={css.toast}
          data-toast
          data-tone={notice.tone ?? 'plain'}
          role={notice.tone === 'error' ? 'alert' : 'status'}
          tabIndex={-1}
          style={{ transform: offset ? `translateX(${offset}px)` : undefined }}
          onPointerDown={(event) => (start.current = event.clientX)}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={giveUp}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={(event) => {
            setHeld(false);
            release(event);
          }}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <div>
            <strong>{notice.title}</strong>
            {notice.description && <p>{notice.description}</p>}
          </div>
          {action && (
            <Button
              size="small"
              onClick={() => {
                action.run();
                close();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label="Close notification" onClick={close}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      </SnackbarContent>
    );
  },
);
