import { CalendarDays, ChevronDown, ListChecks, Repeat2, Timer, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText } from '../../../lib/text/numbers';
import { TimeChip } from '../../../ui/layout/TimeChip';
import { countThatFit, type TaskFact } from '../../../domain/tasks/taskFacts';
import css from './TaskFacts.module.css';
import type { ShownTask } from '../../../domain/shownRecords';

interface TaskFactsProps {
  facts: readonly TaskFact[];
  steps: readonly ShownTask[];
  /** Whether the block of the fact `time` is over. */
  isBlockOver: boolean;
  /** Whether the fact `work` includes focus. */
  hasFocus: boolean;
  /** The texts beside the facts on a phone, such as the category, and texts as wide as the icons there. */
  beside: readonly string[];
  isExpanded: boolean;
  onToggleSteps: () => void;
}

/**
 * The facts of a task's plan, below its title. Nothing is drawn without facts and steps. On a phone they are on one line.
 * Facts that don't fit are replaced by their number, and screen readers still get them.
 */
export function TaskFacts({
  facts,
  steps,
  isBlockOver,
  hasFocus,
  beside,
  isExpanded,
  onToggleSteps,
}: TaskFactsProps) {
  if (facts.length === 0 && steps.length === 0) return null;
  const done = steps.filter(({ completed }) => completed).length;
  const fitting = countThatFit(facts, [...beside, ...(steps.length > 0 ? [`${done}/0`] : [])]);
  const draw = (fact: TaskFact): ReactNode => {
    const { kind, text } = fact;
    switch (kind) {
      case 'time':
        return <TimeChip text={text} isOver={isBlockOver} />;
      case 'overdue':
        return <Icon of={TriangleAlert} text={textOf(fact)} />;
      case 'day':
        return <Icon of={CalendarDays} text={textOf(fact)} />;
      case 'work':
        return <Icon of={Timer} label={hasFocus ? 'Focused' : 'Estimate'} text={text} />;
      case 'repeat':
        return <Icon of={Repeat2} label="Repeats" text={text} />;
      default:
        return text;
    }
  };
  return (
    <div className={css.facts}>
      {facts.map((fact, index) => (
        <span key={fact.kind} data-kind={fact.kind} data-hidden={index >= fitting}>
          {draw(fact)}
        </span>
      ))}
      {facts.length > fitting && (
        <span className={css.more} data-more={`+${facts.length - fitting}`} aria-hidden="true" />
      )}
      {steps.length > 0 && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-label={`${done} of ${countText(steps.length, 'step')}`}
          onClick={onToggleSteps}
        >
          <ListChecks size={13} aria-hidden="true" />
          <span className={css.long}>
            {done} of {countText(steps.length, 'step')}
          </span>
          <span className={css.short}>
            {done}/{steps.length}
          </span>
          <ChevronDown size={13} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Returns the text of a fact. A phone leaves out the optional words. */
function textOf({ text, optional }: TaskFact): ReactNode {
  if (optional === undefined) return text;
  const [before, after] = text.split(optional);
  return (
    <>
      {before}
      <span className={css.long}>{optional}</span>
      {after}
    </>
  );
}

/** A fact with an icon. Without a label, the icon only decorates. */
function Icon({ of: Shape, label, text }: { of: typeof Timer; label?: string; text: ReactNode }) {
  return (
    <>
      <Shape size={13} {...(label ? { 'aria-label': label } : { 'aria-hidden': true })} />
      {text}
    </>
  );
}
