import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { timeLeftText } from '../../domain/tasks/taskPlan';
import { plainDuration } from '../../lib/time/durationText';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import css from './PlanStep.module.css';
import { TypedEstimate } from '../../domain/line/typedDuration';

/** The estimates that one press sets, in minutes. */
const PRESETS = [15, 30, 60, 120] as const;
const presetText = (minutes: number) => (minutes < 60 ? `${minutes}m` : `${minutes / 60}h`);

interface EstimateEditProps {
  buttonId: string;
  title: string;
  /** In minutes, or null without an estimate. */
  estimate: number | null;
  /** The rest of the estimate, in minutes. */
  left: number | null;
  /** Whether the button sets how much of the task is left, in place of the estimate. */
  asksLeft?: boolean;
  onChange: (minutes: number | null) => void;
}

/** A task's estimate as a button that opens presets and a field. */
export function EstimateEdit(props: EstimateEditProps) {
  const { buttonId, title, estimate, left, asksLeft = false, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const edited = asksLeft ? left : estimate;
  const known = timeLeftText(left, estimate);
  const unknown = asksLeft ? 'How much is left?' : 'Estimate';
  const shown = known ? `${known}${asksLeft && left === estimate ? ' left' : ''}` : unknown;
  const label = asksLeft ? `How much is left of ${title}` : `Estimate ${title}`;
  const knownLabel = asksLeft ? label : `Estimate of ${title}`;
  return (
    <>
      <Button
        ref={button}
        id={buttonId}
        variant="outlined"
        size="small"
        aria-label={known ? `${knownLabel}: ${shown}` : label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {shown}
      </Button>
      {isOpen && (
        <EstimateForm
          id={id}
          label={asksLeft ? label : `How long ${title} takes`}
          before={edited === null ? '' : plainDuration(edited)}
          onSet={(minutes) => {
            onChange(minutes);
            flushSync(() => setOpen(false));
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

const EstimateRules = z.object({ estimate: TypedEstimate });

interface EstimateFormProps {
  id: string;
  label: string;
  before: string;
  onSet: (minutes: number | null) => void;
}

function EstimateForm({ id, label, before, onSet }: EstimateFormProps) {
  const form = useForm({
    resolver: zodResolver(EstimateRules),
    defaultValues: { estimate: before },
  });
  return (
    <form
      className={css.estimate}
      id={id}
      noValidate
      onSubmit={form.handleSubmit(({ estimate }) => onSet(estimate))}
    >
      {PRESETS.map((minutes) => (
        <Button key={minutes} variant="outlined" size="small" onClick={() => onSet(minutes)}>
          {presetText(minutes)}
        </Button>
      ))}
      <TextInput
        label={label}
        hideLabel
        autoComplete="off"
        placeholder="1h 30m"
        error={form.formState.errors.estimate?.message}
        {...form.register('estimate')}
        onFocus={({ target }) => target.select()}
      />
      <Button type="submit" variant="outlined" size="small">
        Set
      </Button>
    </form>
  );
}
