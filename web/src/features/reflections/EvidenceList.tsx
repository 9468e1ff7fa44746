import { countText, numberText } from '../../lib/text/numbers';
import { CalendarCheck, CalendarClock, CircleCheck, CircleDashed, Timer } from 'lucide-react';
import { useState } from 'react';
import { personsDay, type LocalDay } from '../../lib/time/dates';
import { LeavingLink } from '../../ui/controls/LeavingLink';
import { TextButton } from '../../ui/controls/TextButton';
import { useNow } from '../../ui/hooks/useNow';
import type { DayProgress } from '../../domain/tasks/dayProgress';
import type { Evidence } from './dayEvidence';
import css from './EvidenceList.module.css';

const ICONS = {
  task: CircleCheck,
  session: Timer,
  event: CalendarCheck,
  leftOver: CircleDashed,
} as const;

interface EvidenceListProps {
  day: LocalDay;
  evidence: readonly Evidence[];
  progress: Pick<DayProgress, 'done' | 'all'>;
  /** Sentences about the plan and the day, which the draft also uses. */
  plan: readonly string[];
  onDraft: () => void;
}

/** Shows "Draft from today" and the list of the records that the draft uses, each with a link. */
export function EvidenceList({ day, evidence, progress, plan, onDraft }: EvidenceListProps) {
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const dayName = day === personsDay(now) ? 'today' : 'that day';
  const { done, all } = progress;
  if (evidence.length + plan.length === 0) return null;
  const count = evidence.length + plan.length;
  return (
    <div className={css.evidence}>
      <p>
        <TextButton
          onClick={() => {
            onDraft();
            setOpen(true);
          }}
        >
          Draft from {dayName}
        </TextButton>
        <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          What happened {dayName} ({numberText(count)})
        </TextButton>
        {all > 0 && (
          <span>
            {done} of {countText(all, 'task')} done
            {done < all && `, ${numberText(all - done)} still open`}
          </span>
        )}
      </p>
      {isOpen && (
        <ul aria-label={`What ${dayName} is drafted from`}>
          {plan.map((line) => (
            <li key={line}>
              <CalendarClock size={15} aria-hidden="true" />
              <span dir="auto">{line}</span>
            </li>
          ))}
          {evidence.map(({ kind, id, line, figures, to }) => {
            const Icon = ICONS[kind];
            return (
              <li key={`${kind} ${id}`}>
                <Icon size={15} aria-hidden="true" />
                <LeavingLink route={{ to, state: {} }}>
                  <bdi>{line}</bdi>
                </LeavingLink>
                {figures && <span>{figures}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
