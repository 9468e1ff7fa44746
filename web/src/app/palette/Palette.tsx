import { MoonStar } from 'lucide-react';
import { useState } from 'react';
import { deletionQuestion } from '../../domain/events/blockTasks';
import { useEventMutations } from '../../records/events/eventQueries';
import { useNoteMutations } from '../../records/notes/noteQueries';
import { useAddTyped } from '../../records/tasks/useAddTyped';
import { useTaskDialogs } from '../../features/tasks/useTaskDialogs';
import { offered, type OfferedAction } from '../../records/action';
import { categoryActions } from '../../records/categories/categoryActions';
import { calendarDayOf, eventActions } from '../../records/events/eventActions';
import { noteActions } from '../../records/notes/noteActions';
import { paletteActions } from '../../records/tasks/taskActions';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { PaletteDialog } from './PaletteDialog';
import { useCommands } from './useCommands';
import type { PaletteItem } from './useSearchIndex';
import type { ShownEvent } from '../../domain/shownRecords';

interface PaletteProps {
  isOpen: boolean;
  onAddTask: () => void;
  onReflect: () => void;
  onShortcuts: () => void;
  onClose: () => void;
}

/**
 * Draws the palette and the dialogs that its actions open. The dialogs stay after the palette has closed. Default
 * export, because it is loaded on intent.
 */
export default function Palette({
  isOpen,
  onAddTask,
  onReflect,
  onShortcuts,
  onClose,
}: PaletteProps) {
  const tasks = useTaskDialogs();
  const { navigate } = tasks;
  const notes = useNoteMutations();
  const events = useEventMutations();
  const [deleting, setDeleting] = useState<ShownEvent>();
  const addTyped = useAddTyped();
  const commands = useCommands({ onAddTask, onReflect, onShortcuts });
  /** Returns the actions for a result. Enter runs the first one. */
  const actionsOf = (item: PaletteItem): OfferedAction[] => {
    switch (item.kind) {
      case 'task':
        return offered(paletteActions(item.task), item.task, tasks);
      case 'note':
        return offered(noteActions, item.note, { navigate, remove: notes.remove });
      case 'event':
        return offered(eventActions, item.event, {
          navigate,
          openEdit: (event) => void navigate(calendarDayOf(event), { state: { opens: event.id } }),
          askDelete: setDeleting,
        });
      case 'reflection':
        return [{ label: 'Open', Icon: MoonStar, run: () => void navigate(item.path) }];
      case 'category':
        return offered(categoryActions, item.category, { navigate });
      default:
        return [{ label: 'Run', Icon: item.Icon, run: item.run }];
    }
  };
  return (
    <>
      {isOpen && (
        <PaletteDialog
          commands={commands}
          actionsOf={actionsOf}
          onAddTask={addTyped}
          onClose={onClose}
        />
      )}
      {tasks.dialogs}
      {deleting && (
        <LazyConfirmDialog
          {...deletionQuestion(deleting)}
          onClose={() => setDeleting(undefined)}
          onConfirm={() => {
            setDeleting(undefined);
            events.remove(deleting);
          }}
        />
      )}
    </>
  );
}
