import { useId } from 'react';
import { countText } from '../../lib/numbers';
import { plainLines } from '../../lib/plainLine';
import { Button } from '../../ui/Button';
import { TextButton } from '../../ui/TextButton';
import css from './PastedLines.module.css';
import { lastPositions } from './handOrder';
import type { NewStep } from './taskQueries';
import { typedSteps } from './typedSteps';

interface PastedLinesProps {
  /** What was typed before them. */
  title: string;
  pasted: string;
  onSteps: (title: string, steps: readonly NewStep[]) => void;
  onTasks: (titles: readonly string[]) => void;
  /** Gets the lines as one. */
  onCancel: (line: string) => void;
}

/** Asks what pasted lines are: one task with steps, or several tasks. */
export default function PastedLines({
  title,
  pasted,
  onSteps,
  onTasks,
  onCancel,
}: PastedLinesProps) {
  const id = useId();
  const lines = plainLines(pasted);
  const stepLines = title === '' ? lines.slice(1) : lines;
  const { titles, error } = typedSteps(stepLines.join('\n'), 0);
  const positions = lastPositions([], stepLines.length);
  return (
    <div
      className={css.pasted}
      role="group"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel([title, ...lines].filter(Boolean).join(' '));
      }}
    >
      <p id={id}>You pasted {countText(lines.length, 'line')}. Add them as</p>
      <div>
        <Button
          size="small"
          variant="contained"
          autoFocus
          disabled={error !== undefined}
          onClick={() =>
            onSteps(
              title || (lines[0] ?? ''),
              (titles ?? []).map((step, index) => ({
                title: step,
                position: positions[index] ?? null,
              })),
            )
          }
        >
          One task with {countText(stepLines.length, 'step')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          autoFocus={error !== undefined}
          onClick={() => onTasks(title === '' ? lines : [title, ...lines])}
        >
          {countText(title === '' ? lines.length : lines.length + 1, 'task')}
        </Button>
        <TextButton onClick={() => onCancel([title, ...lines].filter(Boolean).join(' '))}>
          Cancel
        </TextButton>
      </div>
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
