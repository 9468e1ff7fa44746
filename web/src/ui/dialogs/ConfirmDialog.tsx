import { Button } from '../controls/Button';
import { Dialog } from './Dialog';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The label of the button that confirms. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks the person to confirm. Default export, because it is loaded lazily. */
export default function ConfirmDialog({
  title,
  text,
  confirm,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      text={text}
      onClose={onClose}
      actions={
        <Button variant="contained" color="error" autoFocus onClick={onConfirm}>
          {confirm}
        </Button>
      }
    />
  );
}
