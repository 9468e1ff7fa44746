import { useId } from 'react';
import { countText } from '../../../lib/text/numbers';
import { listLines } from '../../../lib/text/plainLine';
import { Button } from '../../../ui/controls/Button';
import { TextButton } from '../../../ui/controls/TextButton';
import css from './PastedLines.module.css';
import { lastPositions } from '../../../domain/tasks/handOrder';
import { typedSteps } from '../../../domain/line/typedSteps';
import type { NewStep } from '../../../domain/tasks/newTask';

/** A task made of a pasted line, and its steps. */
interface PastedTask {
  title: string;
  steps: readonly NewStep[];
}

interface PastedLinesProps {
  /** The text that was in the field before the paste. */
  title: string;
  pasted: string;
  onAdd: (tasks: readonly PastedTask[]) => void;
  /** Called with all lines joined into one. */
  onCancel: (line: string) => void;
}

/**
 * Asks what to make of pasted lines: one task with steps, several tasks, or tasks with the indented lines as their
 * steps.
 */
export default function PastedLines({ title, pasted, onAdd, onCancel }: PastedLinesProps) {
  const id = useId();
  const lines = listLines(pasted);
  const all = title === '' ? lines : [{ text: title, isInner: false }, ...lines];
  const titles = all.map(({ text }) => text);
  const groups = groupsOf(all);
  const inner = all.length - groups.length;
  const steps = (count: number) => `with ${countText(count, 'step')}`;
  const choices = [
    // The indentation suggests that the indented lines are steps.
    ...(inner > 0 && groups.length > 1
      ? [{ name: `${countText(groups.length, 'task')} ${steps(inner)}`, groups }]
      : []),
    { name: `One task ${steps(all.length - 1)}`, groups: [titles] },
    { name: countText(all.length, 'task'), groups: titles.map((text) => [text]) },
  ].map((choice) => ({ ...choice, error: errorIn(choice.groups) }));
  const proposed = choices.find(({ error }) => error === undefined);
  const error = choices.find((choice) => choice.error !== undefined)?.error;
  const cancel = () => onCancel(titles.join(' '));
  return (
    <div
      className={css.pasted}
      role="group"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        cancel();
      }}
    >
      <p id={id}>You pasted {countText(lines.length, 'line')}. Add them as</p>
      <div>
        {choices.map((choice) => (
          <Button
            key={choice.name}
            size="small"
            variant={choice === proposed ? 'contained' : 'outlined'}
            autoFocus={choice === proposed}
            disabled={choice.error !== undefined}
            onClick={() => onAdd(choice.groups.map(taskOf))}
          >
            {choice.name}
          </Button>
        ))}
        <TextButton onClick={cancel}>Cancel</TextButton>
      </div>
      {error && <p role="alert">{error}</p>}
    </div>
  );
}

/** Returns each outer line with the inner lines below it. */
function groupsOf(lines: readonly { text: string; isInner: boolean }[]): string[][] {
  const groups: string[][] = [];
  for (const { text, isInner } of lines) {
    const group = groups.at(-1);
    if (isInner && group) group.push(text);
    else groups.push([text]);
  }
  return groups;
}

/** Returns the first error in the steps, or undefined if there is none. */
const errorIn = (groups: readonly (readonly string[])[]): string | undefined =>
  groups.map((group) => typedSteps(group.slice(1), 0).error).find((error) => error !== undefined);

function taskOf([title = '', ...steps]: readonly string[]): PastedTask {
  const positions = lastPositions([], steps.length);
  return {
    title,
    steps: steps.map((step, index) => ({ title: step, position: positions[index] ?? null })),
  };
}
