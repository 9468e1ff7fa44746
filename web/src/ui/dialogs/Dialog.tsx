import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {
  createContext,
  use,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { X } from 'lucide-react';
import { Button } from '../controls/Button';
import { IconButton } from '../controls/IconButton';
import css from './Dialog.module.css';
import { LeaveProvider } from './leaveDialog';
import { MuiTheme } from '../theme/MuiTheme';
import { useCloseOnBack } from './useCloseOnBack';
import { useAboveKeyboard } from '../hooks/useAboveKeyboard';
import { useIsPhone } from '../hooks/useIsPhone';
import { isPressed } from '../keys/shortcutListener';

interface DialogProps {
  title: string;
  /** A sentence below the title, which also describes the dialog to screen readers. */
  text?: ReactNode;
  children?: ReactNode;
  /** The label of the button that closes the dialog, or null if `actions` contains one. */
  dismiss?: string | null;
  /** The buttons beside the one that closes the dialog, the primary one last. */
  actions?: ReactNode;
  /** A button at the other end of the row, such as Delete, so that it isn't pressed by mistake. */
  aside?: ReactNode;
  onClose: () => void;
  /**
   * Whether closing would discard typed input. If so, Escape, Back, a click on the backdrop and `dismiss` ask first.
   * Pass a function if the rendered value may be out of date, as just after the fields are emptied. The function is
   * called when the person closes the dialog.
   */
  isDirty?: boolean | (() => boolean);
  /** Largest width: 444 px, 600 px, 768 px or 1,100 px. */
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /**
   * Whether the dialog fills the screen of a phone, for a dialog with fields or lists. Its bar has `dismiss` as a cross,
   * and its buttons stay above the on-screen keyboard.
   */
  fillsPhone?: boolean;
  role?: 'dialog' | 'alertdialog';
}

/**
 * The context of a dialog's content and buttons. The context keeps MUI's part from being rendered with each key press.
 */
const Slots = createContext<{ content: ReactNode; buttons: ReactNode; cross: ReactNode }>({
  content: null,
  buttons: null,
  cross: null,
});

const Content = () => use(Slots).content;
const Buttons = () => use(Slots).buttons;
const Cross = () => use(Slots).cross;

/** A modal dialog. This module imports MUI, so use the dialog only in lazily loaded components. */
export function Dialog({
  title,
  text,
  children,
  dismiss = 'Cancel',
  actions,
  aside,
  onClose,
  isDirty = false,
  width = 'xs',
  fillsPhone = false,
  role = 'dialog',
}: DialogProps) {
  const id = useId();
  /** Set while the dialog asks about typed input. `then` runs if the person chooses to discard the input. */
  const [asking, setAsking] = useState<{ then: () => void }>();
  const mustAsk = () => (typeof isDirty === 'function' ? isDirty() : isDirty);
  const leave = (then: () => void) => {
    const close = () => {
      // Close synchronously, so that the focus has returned before `then` opens something else.
      flushSync(onClose);
      then();
    };
    if (mustAsk()) setAsking({ then: close });
    else close();
  };
  const close = () => (mustAsk() ? setAsking({ then: onClose }) : onClose());
  useCloseOnBack(close);
  const row = useRef<HTMLDivElement>(null);
  const pressPrimary = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !isPressed('confirm', event.nativeEvent)) return;
    // React also bubbles key presses in a dialog that is open above this one.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    [...(row.current?.querySelectorAll('button') ?? [])].at(-1)?.click();
  };
  const isFull = useIsPhone() && fillsPhone;
  const root = useRef<HTMLDivElement>(null);
  useAboveKeyboard(root, isFull);
  const cross = dismiss && (
    <IconButton label={dismiss} title={dismiss} onClick={close}>
      <X size={20} aria-hidden="true" />
    </IconButton>
  );
  const heading = <DialogTitle id={`${id}-title`}>{title}</DialogTitle>;
  const buttons = (
    <>
      {aside && <div className={css.aside}>{aside}</div>}
      {dismiss && !isFull && <Button onClick={close}>{dismiss}</Button>}
      {actions}
    </>
  );
  return (
    <MuiTheme>
      <LeaveProvider value={leave}>
        <Slots value={{ content: children, buttons, cross }}>
          <MuiDialog
            ref={root}
            open
            className={isFull ? css.full : undefined}
            onClose={close}
            onKeyDown={pressPrimary}
            fullWidth
            fullScreen={isFull}
            maxWidth={width}
            role={role}
            aria-labelledby={`${id}-title`}
            aria-describedby={text ? `${id}-text` : undefined}
          >
            {isFull ? (
              <div className={css.bar}>
                {heading}
                <Cross />
              </div>
            ) : (
              heading
            )}
            <DialogContent>
              {text && (
                <p className={css.text} id={`${id}-text`}>
                  {text}
                </p>
              )}
              <Content />
            </DialogContent>
            {(!isFull || actions || aside) && (
              <DialogActions ref={row}>
                <Buttons />
              </DialogActions>
            )}
          </MuiDialog>
        </Slots>
      </LeaveProvider>
      {asking && (
        <Dialog
          role="alertdialog"
          title="Discard your changes?"
          text="They haven’t been saved."
          dismiss={null}
          onClose={() => setAsking(undefined)}
          actions={
            <>
              <Button color="error" onClick={asking.then}>
                Discard
              </Button>
              <Button variant="contained" autoFocus onClick={() => setAsking(undefined)}>
                Keep Editing
              </Button>
            </>
          }
        />
      )}
    </MuiTheme>
  );
}
