import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

interface SeriesDialogProps {
  /** What is done to the task: "Edit", "Delete". */
  verb: 'Edit' | 'Delete';
  title: string;
  onThisOne: () => void;
  onLater: () => void;
  onClose: () => void;
}

/** Asks whether a change of a repeating task is of this one or of all later ones, too. Default export, because it is loaded lazily. */
export default function SeriesDialog({
  verb,
  title,
  onThisOne,
  onLater,
  onClose,
}: SeriesDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={`${verb} a repeating task`}
      text={
        <>
          {verb} <bdi>“{title}”</bdi> this time only, or this one and all later ones?
        </>
      }
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onLater}>
            This and later ones
          </Button>
          <Button variant="contained" autoFocus onClick={onThisOne}>
            This one
          </Button>
        </>
      }
    />
  );
}
