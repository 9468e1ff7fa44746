import { Clock } from 'lucide-react';
import css from './TimeChip.module.css';

interface TimeChipProps {
  /** The time of a task's block: "9:15 – 9:45 AM". */
  text: string;
  /** Whether the block is over. */
  isOver: boolean;
}

/** The time of a task's block, in the task's row. */
export const TimeChip = ({ text, isOver }: TimeChipProps) => (
  <span className={css.chip} data-over={isOver}>
    <Clock size={12} aria-label={isOver ? 'Was scheduled' : 'Scheduled'} />
    {text}
  </span>
);
