import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Hands over what a form holds when it leaves the screen, so that coming back finds it. */
export function useKeptDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  onLeave: ((values: Values) => void) | undefined,
): void {
  const leave = useEffectEvent(() => onLeave?.(form.getValues()));
  useEffect(() => () => leave(), []);
}
