import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keyCaps, SHORTCUTS } from '../../../lib/shortcuts';
import { useCategories } from '../../../records/categories/categoryQueries';
import { useTaskMutations } from '../../../records/tasks/taskQueries';
import { useSync } from '../../../sync/useSync';
import { SearchDialog } from '../../../ui/dialogs/SearchDialog';
import { useAboveKeyboard } from '../../../ui/hooks/useAboveKeyboard';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
import { ShortcutKeys } from '../../../ui/keys/ShortcutKeys';
import { lazyComponent } from '../../../ui/lazyComponent';
import css from './QuickAdd.module.css';
import { taskDrafts, type TypedTask } from './taskDrafts';
import { TaskLineForm } from './TaskLineForm';

const AddTaskDialog = lazyComponent(() => import('./AddTaskDialog'));

/**
 * The quick-entry line over any screen. Enter adds the task and closes the line, and Shift Enter keeps it open. The
 * typed text stays until it is added. On phones the line is above the keyboard. Default export, because it is loaded on
 * intent.
 */
export default function QuickAdd({ onClose }: { onClose: () => void }) {
  const { userId } = useSync();
  const { createWithUndo } = useTaskMutations();
  const { data: categories = [] } = useCategories();
  const isPhone = useIsPhone();
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [details, setDetails] = useState<TypedTask>();
  useAboveKeyboard(place, isPhone);
  if (details)
    return (
      <AddTaskDialog
        categories={categories}
        categoryId={null}
        draft={details}
        onAdd={(creation) => createWithUndo(creation)}
        onClose={onClose}
      />
    );
  return (
    <SearchDialog label="Add a task" isLine onBack={onClose} onClose={onClose}>
      <div ref={place} className={css.place} data-docked={isPhone}>
        <TaskLineForm
          field={field}
          draftName="over"
          categoryId={null}
          day={null}
          autoFocus
          onAdd={(creations, isLast) => {
            // Closed first, so that the focus is back in its old place before the toast appears.
            if (isLast) flushSync(onClose);
            createWithUndo(...creations);
          }}
          onDetails={(title) => {
            const typed = { title, category: '' };
            // Stored now, because the line is emptied and the dialog's code may still be loading.
            taskDrafts.set(userId, typed);
            setDetails(typed);
          }}
        />
        <p className={css.keys} aria-hidden="true">
          <span>
            <ShortcutKeys {...keyCaps('Enter')} /> add
          </span>
          <span>
            <ShortcutKeys {...keyCaps(SHORTCUTS.addNext.keys[0])} /> add and stay
          </span>
          <span>
            <ShortcutKeys {...keyCaps('Esc')} /> close and keep the text
          </span>
        </p>
      </div>
    </SearchDialog>
  );
}
