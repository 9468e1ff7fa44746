import type { Category } from '@daymark/contract/category';
import { Ellipsis, Flag, Timer } from 'lucide-react';
import { durationText } from '../../lib/durationText';
import { memo, useEffect, useRef } from 'react';
import { TaskCheckbox } from './TaskCheckbox';
import css from './TaskRow.module.css';
import { TaskTitleEdit } from './TaskTitleEdit';
import type { ShownTask } from './taskQueries';
import { IconButton } from '../../ui/IconButton';
import { SaveErrorMessage } from '../../ui/SaveErrorMessage';

/** What a row can ask of the screen. The object stays the same for the screen's life, so that rows don't redraw. */
export interface TaskRowActions {
  setCompleted: (task: ShownTask, completed: boolean) => void;
  openMenu: (task: ShownTask, anchor: HTMLElement) => void;
  preloadMenu: () => void;
  saveTitle: (task: ShownTask, title: string) => void;
  stopEditing: (task: ShownTask) => void;
  retry: (task: ShownTask) => void;
  discard: (task: ShownTask) => void;
}

interface TaskRowProps {
  task: ShownTask;
  category: Category | undefined;
  actions: TaskRowActions;
  editing: boolean;
  isNew: boolean;
  /** How long it was focused on, in minutes, of all that was recorded. */
  focusedMinutes?: number;
  /** It stands among the Top 3, which says the rest. */
  inTop3?: boolean;
}

/** One task: checkbox, title, category, Edit menu. Drawn again only when something of its own changed. */
export const TaskRow = memo(function TaskRow({
  task,
  category,
  actions,
  editing,
  isNew,
  focusedMinutes = 0,
  inTop3 = false,
}: TaskRowProps) {
  const more = useFocusAfter(editing);
  return (
    <div
      className={css.row}
      data-new={isNew}
      data-save-error={task.saveError?.kind}
      data-completed={task.completed}
      data-task={task.id}
    >
      <TaskCheckbox
        title={task.title}
        checked={task.completed}
        color={category?.color}
        onChange={(completed) => actions.setCompleted(task, completed)}
      />
      {editing ? (
        <TaskTitleEdit
          title={task.title}
          onSave={(title) => actions.saveTitle(task, title)}
          onCancel={() => actions.stopEditing(task)}
        />
      ) : (
        <>
          <div className={css.body}>
            <p dir="auto">{task.title}</p>
            {((task.isPriority && !inTop3) || category || focusedMinutes >= 1) && (
              <div>
                {focusedMinutes >= 1 && (
                  <small title="Focused on this task">
                    <Timer size={13} aria-label="Focused" />
                    {durationText(focusedMinutes)}
                  </small>
                )}
                {task.isPriority && <Flag size={15} aria-label="Priority" />}
                {category && (
                  <span>
                    <i style={{ backgroundColor: category.color }} />
                    {category.name}
                  </span>
                )}
              </div>
            )}
          </div>
          {task.saveError && (
            <SaveErrorMessage
              {...(task.saveError.kind === 'rejected' && {
                sentence: task.saveError.sentence,
                onDiscard: () => actions.discard(task),
              })}
              onRetry={() => actions.retry(task)}
            />
          )}
          <IconButton
            ref={more}
            label={`More actions for ${task.title}`}
            aria-haspopup="menu"
            onPointerEnter={actions.preloadMenu}
            onFocus={actions.preloadMenu}
            onClick={(event) => actions.openMenu(task, event.currentTarget)}
          >
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  );
});

/** For the button that the focus returns to once editing has ended. */
function useFocusAfter(editing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return button;
}
