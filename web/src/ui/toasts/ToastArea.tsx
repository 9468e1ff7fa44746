import { X } from 'lucide-react';
import {
  SnackbarContent,
  SnackbarProvider,
  closeSnackbar,
  enqueueSnackbar,
  type CustomContentProps,
  type SnackbarKey,
} from 'notistack';
import {
  forwardRef,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { createStore } from '../../lib/browser/externalStore';
import { toastArea, type Toast } from './toast';
import css from './ToastArea.module.css';
import { Button } from '../controls/Button';
import { IconButton } from '../controls/IconButton';

/*
 * The time that a toast stays, in ms, the length of the swipe that closes it, in px, and the key that focuses it
 * (product §2, §9).
 */
const DURATION_MS = 5000;
const SWIPE_PX = 50;
const HOTKEY = 'F8';

declare module 'notistack' {
  interface VariantOverrides {
    toast: { details: Toast };
  }
}

interface LatestToast {
  key: SnackbarKey;
  details: Toast;
}

/** The toast that was shown last. */
const latestToast = createStore<LatestToast | undefined>(undefined);

/** Shows the toasts. Default export, because it is loaded with the first toast. */
export default function ToastArea() {
  useEffect(() => {
    const end = (key: SnackbarKey | undefined) => {
      const latest = latestToast.get();
      if (!latest || latest.key !== key) return;
      latestToast.set(undefined);
      latest.details.onClose?.();
    };
    const disconnect = toastArea.open((details) => {
      // notistack would show each waiting toast, even when a newer one is due, and doesn't report the end of a toast
      // that was never shown. So the previous toast is ended here.
      const previous = latestToast.get();
      // The same change again, as with a key that is held down. The toast stays, with the newer text and action.
      if (previous && isSameKind(previous.details, details)) {
        previous.details.onClose?.();
        latestToast.set({ key: previous.key, details });
        return;
      }
      if (previous) {
        closeSnackbar(previous.key);
        end(previous.key);
      }
      const key: SnackbarKey = enqueueSnackbar({
        variant: 'toast',
        details,
        onClose: () => end(key),
      });
      latestToast.set({ key, details });
    });
    return () => {
      disconnect();
      end(latestToast.get()?.key);
    };
  }, []);

  return (
    <SnackbarProvider
      maxSnack={1}
      classes={{ containerRoot: css.area ?? '' }}
      // ToastContent has its own timer, which also pauses while the toast has the focus.
      autoHideDuration={null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={{ toast: ToastContent }}
    />
  );
}

const ToastContent = forwardRef<HTMLDivElement, CustomContentProps & { details: Toast }>(
  function ToastContent({ id, details: first }, ref) {
    const latest = useSyncExternalStore(latestToast.subscribe, latestToast.get);
    const [details, setDetails] = useState(first);
    // The toast keeps its last content while it disappears.
    if (latest?.key === id && latest.details !== details) setDetails(latest.details);
    const [isPaused, setPaused] = useState(false);
    const [offset, setOffset] = useState(0);
    const start = useRef<number | null>(null);
    // The toast whose action has run. The action's button can still be pressed while the toast disappears.
    const [done, setDone] = useState<Toast>();
    // The element that had the focus before the toast.
    const cameFrom = useRef<HTMLElement>(null);
    const close = () => {
      cameFrom.current?.focus();
      closeSnackbar(id);
    };

    const box = useRef<HTMLDivElement>(null);
    const focusBox = useEffectEvent(({ key }: KeyboardEvent) => {
      if (key === HOTKEY && latest?.key === id) box.current?.focus();
    });
    useEffect(() => {
      document.addEventListener('keydown', focusBox);
      return () => document.removeEventListener('keydown', focusBox);
    }, []);
    useEffect(() => {
      if (isPaused) return;
      const timer = setTimeout(() => closeSnackbar(id), DURATION_MS);
      return () => clearTimeout(timer);
    }, [isPaused, id, details]);

    const drag = (event: PointerEvent) => {
      if (start.current === null) return;
      setOffset(Math.max(0, event.clientX - start.current));
    };
    /** Uses the pointer's position, because the rendered offset may be one frame behind. */
    const release = (event: PointerEvent) => {
      const moved = start.current === null ? 0 : event.clientX - start.current;
      start.current = null;
      if (moved >= SWIPE_PX) close();
      else setOffset(0);
    };
    const cancelDrag = () => {
      start.current = null;
      setOffset(0);
    };

    const { action } = details;
    return (
      <SnackbarContent ref={ref} className={css.container}>
        <div
          className={css.toast}
          ref={box}
          data-toast
          data-severity={details.severity ?? 'info'}
          role={details.severity === 'error' ? 'alert' : 'status'}
          tabIndex={-1}
          style={{ transform: offset ? `translateX(${offset}px)` : undefined }}
          onPointerDown={(event) => (start.current = event.clientX)}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={cancelDrag}
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={(event) => {
            setPaused(false);
            release(event);
          }}
          onFocus={({ currentTarget, relatedTarget }) => {
            setPaused(true);
            if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
              cameFrom.current = relatedTarget;
          }}
          onBlur={() => setPaused(false)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <div>
            <strong>{details.title}</strong>
            {details.description && <p>{details.description}</p>}
          </div>
          {action && (
            <Button
              size="small"
              disabled={done === details}
              onClick={() => {
                setDone(details);
                // Rendered at once, so that a restored element can be focused.
                flushSync(action.run);
                closeSnackbar(id);
                focusOn(action.focusId);
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

/** Whether one toast can replace the other in place, because both report the same kind of change. */
const isSameKind = (one: Toast, other: Toast): boolean =>
  one.title === other.title && one.severity === other.severity;

/** Focuses the element with this id, or the first control in it, or the screen if there is none. */
function focusOn(id: string | undefined): void {
  const found = id === undefined ? null : document.getElementById(id);
  const control = 'button, input, a[href], [tabindex]';
  const target = found?.matches(control) ? found : found?.querySelector<HTMLElement>(control);
  (target ?? document.getElementById('main'))?.focus();
}
