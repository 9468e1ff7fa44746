import { useState } from 'react';
import { deletionText } from '../../domain/events/blockTasks';
import { useEventMutations } from '../../records/events/eventQueries';
import { useTaskDialogs } from '../../features/tasks/useTaskDialogs';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { PaletteDialog } from './PaletteDialog';
import { useCommands } from './useCommands';
import { useRecordActions } from './useRecordActions';
import type { ShownEvent } from '../../domain/shownRecords';

interface PaletteProps {
  isOpen: boolean;
  onReflect: () => void;
  onShortcuts: () => void;
  onClose: () => void;
}

/**
 * The palette, and the dialogs of what was chosen in it, which stay when it has closed. Default export, because it is
 * loaded on intent.
 */
export default function Palette({ isOpen, onReflect, onShortcuts, onClose }: PaletteProps) {
  const taskDialogs = useTaskDialogs();
  const { remove } = useEventMutations();
  const [deleting, setDeleting] = useState<ShownEvent>();
  const commands = useCommands({ onReflect, onShortcuts });
  const actionsOf = useRecordActions({ taskDialogs, askDeleteEvent: setDeleting });
  return (
    <>
      {isOpen && <PaletteDialog commands={commands} actionsOf={actionsOf} onClose={onClose} />}
      {taskDialogs.dialogs}
      {deleting && (
        <LazyConfirmDialog
          title={deleting.task ? 'Delete time block?' : 'Delete event?'}
          text={deletionText(deleting)}
          confirm="Delete"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => {
            setDeleting(undefined);
            remove(deleting);
          }}
        />
      )}
    </>
  );
}
