import { Button } from '../controls/Button';
import { Dialog } from './Dialog';

interface SeriesDialogProps {
  /** The action that the dialog asks about. */
  verb: 'Edit' | 'Move' | 'Delete';
  what: 'task' | 'time block';
  title: string;
  onThisOne: () => void;
  onLater: () => void;
  onClose: () => void;
}

/**
 * Asks whether a change to a repeating task or to its time block applies only this time or also to all later tasks of
 * the series. Default export, because it is loaded lazily.
 */
export default function SeriesDialog({
  verb,
  what,
  title,
  onThisOne,
  onLater,
  onClose,
}: SeriesDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={`${verb} a repeating ${what}`}
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
