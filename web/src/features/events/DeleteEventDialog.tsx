import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { deletionText } from '../../domain/events/blockTasks';
import type { ShownEvent } from '../../domain/shownRecords';

interface DeleteEventDialogProps {
  event: ShownEvent;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks whether to delete an event. */
export const DeleteEventDialog = ({ event, onClose, onConfirm }: DeleteEventDialogProps) => (
  <LazyConfirmDialog
    title={event.task ? 'Delete time block?' : 'Delete event?'}
    text={deletionText(event)}
    confirm="Delete"
    onClose={onClose}
    onConfirm={onConfirm}
  />
);
