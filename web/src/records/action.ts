import type { LucideIcon } from 'lucide-react';
import type { ShortcutName } from '../lib/shortcuts';
import { toast, type Toast } from '../ui/toasts/toast';

/** An action of a record. `Context` has what the action uses: the person's Sync, functions that open dialogs. */
export interface RecordAction<R, Context> {
  label: string;
  /** The label in the palette, if it differs from `label`. */
  paletteLabel?: string;
  Icon: LucideIcon;
  /** The key that runs the action in a list. */
  shortcut?: ShortcutName;
  /** Whether the action makes sense for a record. Without `applies`, it makes sense for every record. */
  applies?: (record: R, context: Context) => boolean;
  /** Returns why the action can't be done now, or undefined if it can. */
  refusal?: (context: Context) => Toast | undefined;
  /** Runs the action. `from` is the control in which it was chosen. */
  run: (record: R, context: Context, from?: HTMLElement) => void;
}

/** Runs the first of the actions that applies to the record. If that action can't be done now, a toast says why. */
export function perform<R, Context>(
  actions: readonly RecordAction<R, Context>[],
  record: R,
  context: Context,
): void {
  const action = actions.find(({ applies }) => applies?.(record, context) ?? true);
  const refusal = action?.refusal?.(context);
  if (refusal) toast(refusal);
  else action?.run(record, context);
}

/** An action of one record, as the palette offers it. */
export type OfferedAction = Pick<RecordAction<never, never>, 'label' | 'Icon' | 'shortcut'> & {
  run: () => void;
};

/** Returns the actions that can be done to the record now. */
export const offered = <R, Context>(
  actions: readonly RecordAction<R, Context>[],
  record: R,
  context: Context,
): OfferedAction[] =>
  actions
    .filter(({ applies, refusal }) => (applies?.(record, context) ?? true) && !refusal?.(context))
    .map((action) => ({
      ...action,
      label: action.paletteLabel ?? action.label,
      run: () => action.run(record, context),
    }));
