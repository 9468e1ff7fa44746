import { NewTask, STEPS_FULL, STEPS_MAX } from '@daymark/contract/task';

/**
 * Returns the titles of the steps that were typed or pasted for a task with `existing` steps, or one sentence about
 * what is wrong with them.
 */
export function typedSteps(
  titles: readonly string[],
  existing: number,
): { titles: readonly string[]; error?: undefined } | { titles?: undefined; error: string } {
  for (const title of titles) {
    const { error } = NewTask.shape.title.safeParse(title);
    if (error) return { error: `${title.slice(0, 20)}…: ${error.issues[0]?.message}` };
  }
  return existing + titles.length > STEPS_MAX ? { error: STEPS_FULL } : { titles };
}
