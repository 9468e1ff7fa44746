import { Button } from '../controls/Button';
import { Dialog } from './Dialog';

interface SeriesDialogProps {
  /** The action that the dialog asks about. */
  verb: 'Edit' | 'Move' | 'Delete';
  what: 'task' | 'time block' | 'event';
  title: string;
  /** Left out if the change can't be made to this one only. */
  onThisOne?: (() => void) | undefined;
  onLater: () => void;
  /** Left out if earlier ones can't change. */
  onAll?: (() => void) | undefined;
  onClose: () => void;
}

/**
 * Asks whether a change to a repeating task, its time block, or a repeating event applies only this time, or also to
 * others of the series. Default export, because it is loaded lazily.
 */
export default function SeriesDialog({
  verb,
  what,
  title,
  onThisOne,
  onLater,
  onAll,
  onClose,
}: SeriesDialogProps) {
  const choices = [
    ...(onThisOne ? ['this time only'] : []),
    'this one and all later ones',
    ...(onAll ? ['all of them'] : []),
  ];
  const last = choices.pop() ?? '';
  return (
    <Dialog
      role="alertdialog"
      title={`${verb} a repeating ${what}`}
      text={
        <>
          {verb} <bdi>“{title}”</bdi> {choices.length > 0 && `${choices.join(', ')}, or `}
          {last}?
        </>
      }
      onClose={onClose}
      actions={
        <>
          {onAll && (
            <Button variant="outlined" onClick={onAll}>
              All
            </Button>
          )}
          <Button
            variant={onThisOne ? 'outlined' : 'contained'}
            autoFocus={!onThisOne}
            onClick={onLater}
          >
            This and later ones
          </Button>
          {onThisOne && (
            <Button variant="contained" autoFocus onClick={onThisOne}>
              This one
            </Button>
          )}
        </>
      }
    />
  );
}
