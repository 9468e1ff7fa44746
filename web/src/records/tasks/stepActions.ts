import { ArrowDown, ArrowUp, CornerUpLeft, Pencil } from 'lucide-react';
import type { ShownTask } from '../../domain/shownRecords';
import type { RecordAction } from '../action';
import { taskActions, type TaskContext } from './taskActions';

/** The data and functions that the actions of steps use. */
export interface StepContext extends TaskContext {
  /** The steps of the same task, in their order. */
  steps: readonly ShownTask[];
  /** Opens a field in the step's row. */
  openField: (step: ShownTask, field: 'title' | 'estimate') => void;
  moveBy: (step: ShownTask, places: number) => void;
}

interface StepAction extends RecordAction<ShownTask, StepContext> {
  /** Whether the action can't be done now. The menu shows such an action disabled. */
  isDisabled?: (step: ShownTask, context: StepContext) => boolean;
}

/** The actions in a step's menu, in their order. */
export const stepActions: readonly StepAction[] = [
  { label: 'Rename', Icon: Pencil, run: (step, { openField }) => openField(step, 'title') },
  { ...taskActions.estimate, run: (step, { openField }) => openField(step, 'estimate') },
  taskActions.startFocus,
  {
    label: 'Move up',
    Icon: ArrowUp,
    isDisabled: ({ id }, { steps }) => id === steps[0]?.id,
    run: (step, { moveBy }) => moveBy(step, -1),
  },
  {
    label: 'Move down',
    Icon: ArrowDown,
    isDisabled: ({ id }, { steps }) => id === steps.at(-1)?.id,
    run: (step, { moveBy }) => moveBy(step, 1),
  },
  {
    label: 'Make it a task',
    Icon: CornerUpLeft,
    run: (step, { edit }) => edit(step, { parentId: null, position: null }),
  },
  taskActions.remove,
];
