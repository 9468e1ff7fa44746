import { Button } from './Button';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  title: string;
  text: string;
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before something goes. Default export: loaded on intent. */
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
