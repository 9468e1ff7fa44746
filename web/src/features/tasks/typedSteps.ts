import { NewTask, STEPS_FULL, STEPS_MAX } from '@daymark/contract/task';
import { plainLines } from '../../lib/plainLine';

/**
 * The titles of the steps that were typed or pasted, one on each line, for a task that has `existing` ones. Otherwise
 * what is wrong with them, in one sentence.
 */
export function typedSteps(
  text: string,
  existing: number,
): { titles: string[]; error?: undefined } | { titles?: undefined; error: string } {
  const titles = plainLines(text);
  for (const title of titles) {
    const { error } = NewTask.shape.title.safeParse(title);
    if (error) return { error: `${title.slice(0, 20)}…: ${error.issues[0]?.message}` };
  }
  return existing + titles.length > STEPS_MAX ? { error: STEPS_FULL } : { titles };
}
