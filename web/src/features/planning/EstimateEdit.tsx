import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { plainDuration } from '../../lib/time/durationText';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import css from './PlanStep.module.css';
import { DURATION_RULE, typedDuration } from '../../domain/line/typedDuration';

/** The estimates that one press sets, in minutes. */
const PRESETS = [15, 30, 60, 120] as const;
const presetText = (minutes: number) => (minutes < 60 ? `${minutes}m` : `${minutes / 60}h`);

interface EstimateEditProps {
  title: string;
  /** In minutes; null without one. */
  estimate: number | null;
  onChange: (minutes: number | null) => void;
}

/** A task's estimate as a button that opens presets and a field. */
export function EstimateEdit({ title, estimate, onChange }: EstimateEditProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = typed !== undefined;
  const shown = estimate === null ? 'Estimate' : plainDuration(estimate);
  const close = () => {
    flushSync(() => setTyped(undefined));
    button.current?.focus();
  };
  const set = (minutes: number | null) => {
    onChange(minutes);
    close();
  };
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        size="small"
        aria-label={estimate === null ? `Estimate ${title}` : `Estimate of ${title}: ${shown}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setError(undefined);
          setTyped(isOpen ? undefined : estimate === null ? '' : plainDuration(estimate));
        }}
      >
        {shown}
      </Button>
      {isOpen && (
        <form
          className={css.estimate}
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const minutes = typedDuration(typed);
            if (minutes === undefined) setError(DURATION_RULE);
            else set(minutes);
          }}
        >
          {PRESETS.map((minutes) => (
            <Button key={minutes} variant="outlined" size="small" onClick={() => set(minutes)}>
              {presetText(minutes)}
            </Button>
          ))}
          <TextInput
            label={`How long ${title} takes`}
            hideLabel
            autoComplete="off"
            placeholder="1h 30m"
            value={typed}
            error={error}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => {
              setTyped(target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" variant="outlined" size="small">
            Set
          </Button>
        </form>
      )}
    </>
  );
}
