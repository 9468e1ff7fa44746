import type { Category } from '@daymark/contract/category';
import { Ellipsis, Flag } from 'lucide-react';
import { memo, use, useEffect, useRef } from 'react';
import type { LocalDay } from '../../../lib/time/dates';
import { type TaskContext } from '../../../records/tasks/taskActions';
import { TaskPressContext } from '../../../records/tasks/taskPress';
import { WorkingDayContext } from './workingDayContext';
import { elementId } from '../../../records/elementId';
import { lazyComponent } from '../../../ui/lazyComponent';
import { DragHandle } from './DragHandle';
import { TaskCheckbox } from './TaskCheckbox';
import css from './TaskRow.module.css';
import { TaskFacts } from './TaskFacts';
import { taskFacts } from '../../../domain/tasks/taskFacts';
import type { Block } from '../../../domain/planning/shownBlocks';
import { TaskTitleEdit } from './TaskTitleEdit';
import type { TitleEdits } from './useTitleEdits';
import { DialogBoundary } from '../../../ui/states/Boundary';
import { IconButton } from '../../../ui/controls/IconButton';
import { ConflictButton } from '../../../ui/controls/ConflictButton';
import { useConflictOf } from '../../../records/conflicts/conflictQueries';
import { SaveErrorMessage } from '../../../ui/fields/SaveErrorMessage';
import { TitleButton } from '../../../ui/controls/TitleButton';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden';
import { colorStyle } from '../../../lib/visibleColor';
import type { ShownTask } from '../../../domain/shownRecords';

const StepList = lazyComponent(() => import('../details/StepList'));

const NO_STEPS: readonly ShownTask[] = [];

/** A row's actions. The object must stay the same between renders, or every row renders again. */
export interface TaskRowActions {
  setCompleted: (task: ShownTask, completed: boolean) => void;
  openMenu: (task: ShownTask, anchor: HTMLElement) => void;
  preloadMenu: () => void;
  preloadDetails: () => void;
  titleEdits: Pick<TitleEdits, 'type' | 'draftOf' | 'save' | 'stop'>;
  /** Shows or hides the task's steps. */
  toggleSteps: (task: ShownTask) => void;
  retry: (task: ShownTask) => void;
  discard: (task: ShownTask) => void;
  /** The context for the actions of the menu, keys and swipes. */
  context: TaskContext;
}

interface TaskRowProps {
  task: ShownTask;
  category: Category | undefined;
  actions: TaskRowActions;
  isEditing: boolean;
  /** Whether the task was deleted while its title was being edited. */
  isDeleted: boolean;
  isNew: boolean;
  /** Minutes of focus on this task and its steps, over all recorded focus sessions. */
  focusedMinutes: number;
  /** The task's steps, in order. */
  steps?: readonly ShownTask[] | undefined;
  /** Whether the task's steps are shown. */
  isExpanded?: boolean;
  today: LocalDay;
  /** The block whose time the row shows. */
  block: Block | undefined;
  /** Whether the block is over. */
  isBlockOver: boolean;
  /** Hides the planned day, because the list itself shows it. */
  hidesDay?: boolean;
  isSelected?: boolean;
  /** Whether the row can be dragged to another position in its list. */
  hasHandle?: boolean;
  /** Whether the row is in the Top 3. A row in the Top 3 doesn't show that its task is a priority. */
  inTop3?: boolean;
}

/**
 * One task: checkbox, title, category, menu. Memoized, so that the row does not render again with every change of the
 * list.
 */
export const TaskRow = memo(function TaskRow({
  task,
  category,
  actions,
  isEditing,
  isDeleted,
  isNew,
  focusedMinutes,
  steps = NO_STEPS,
  isExpanded = false,
  today,
  block,
  isBlockOver,
  hidesDay = false,
  isSelected = false,
  hasHandle = false,
  inTop3 = false,
}: TaskRowProps) {
  const { row, menuButton, endEdit } = useFocusAfterEditing(isEditing);
  const onPress = use(TaskPressContext);
  const isWorkingDay = use(WorkingDayContext);
  const conflict = useConflictOf('tasks', task.id);
  const { titleEdits } = actions;
  return (
    <div
      className={css.row}
      ref={row}
      data-new={isNew}
      data-selected={isSelected}
      data-save-error={task.saveError?.kind}
      data-completed={task.completed}
      data-task={task.id}
      onPointerDown={(event) => onPress(task.id, event)}
    >
      {hasHandle && <DragHandle className={css.handle} />}
      <TaskCheckbox
        id={elementId('task', task.id)}
        title={task.title}
        checked={task.completed}
        color={category?.color}
        onChange={(completed) => actions.setCompleted(task, completed)}
      />
      {isEditing ? (
        <TaskTitleEdit
          title={task.title}
          draftOf={() => titleEdits.draftOf(task)}
          isDeleted={isDeleted}
          onType={(typed, before) => titleEdits.type(task, typed, before)}
          onSave={(title, before) => endEdit(() => titleEdits.save(task, title, before, isDeleted))}
          onCancel={() => endEdit(() => titleEdits.stop(task))}
        />
      ) : (
        <>
          <div className={css.body}>
            <div className={css.main}>
              <p>
                <TitleButton
                  onOpen={() => actions.context.openDetails(task)}
                  onDoubleClick={() => actions.context.list?.rename(task)}
                  onPreload={actions.preloadDetails}
                >
                  {isSelected && <VisuallyHidden>Selected: </VisuallyHidden>}
                  {task.title}
                </TitleButton>
              </p>
              <TaskFacts
                facts={taskFacts({
                  task,
                  steps,
                  focusedMinutes,
                  block,
                  today,
                  hidesDay,
                  isWorkingDay,
                })}
                steps={steps}
                isBlockOver={isBlockOver}
                hasFocus={focusedMinutes >= 1}
                beside={[
                  ...(category ? [category.name] : []),
                  ...(task.isPriority && !inTop3 ? [FLAG] : []),
                  ...(hasHandle ? [HANDLE] : []),
                ]}
                isExpanded={isExpanded}
                onToggleSteps={() => actions.toggleSteps(task)}
              />
            </div>
            {((task.isPriority && !inTop3) || category) && (
              <div className={css.labels}>
                {task.isPriority && <Flag size={15} aria-label="Priority" />}
                {category && (
                  <span>
                    <i style={colorStyle(category.color)} />
                    {category.name}
                  </span>
                )}
              </div>
            )}
          </div>
          {task.saveError && (
            <SaveErrorMessage
              error={task.saveError}
              onRetry={() => actions.retry(task)}
              onDiscard={() => actions.discard(task)}
            />
          )}
          <ConflictButton id={conflict} />
          <IconButton
            ref={menuButton}
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
      {isExpanded && (
        <div className={css.steps}>
          <DialogBoundary onClose={() => actions.toggleSteps(task)}>
            <StepList task={task} steps={steps} context={actions.context} />
          </DialogBoundary>
        </div>
      )}
    </div>
  );
});

/** Texts that are as wide as these icons. */
const [FLAG, HANDLE] = ['⚑', '⠿⠿⠿'];

/**
 * Restores the focus after an edit. If the edit had the focus when it ended, the menu button receives the focus. If the
 * edit ended because the focus moved away, the focus stays where it is.
 */
function useFocusAfterEditing(isEditing: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!isEditing && hadFocus.current) menuButton.current?.focus();
    hadFocus.current = false;
  }, [isEditing]);
  const endEdit = (end: () => void) => {
    hadFocus.current = row.current?.contains(document.activeElement) ?? false;
    end();
  };
  return { row, menuButton, endEdit };
}
