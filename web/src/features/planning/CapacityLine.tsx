import { TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { countText } from '../../lib/text/numbers';
import css from './CapacityLine.module.css';
import { budgetText } from '../../domain/planning/dayBudget';
import { capacityParts, type DayCapacity } from '../../domain/planning/dayCapacity';

interface CapacityLineProps {
  capacity: DayCapacity;
  /** Whether screen readers announce changes. */
  isLive?: boolean;
}

/** Shows "6h 10m planned · 4h 40m free", and the tasks without an estimate. */
export function CapacityLine({ capacity, isLive = false }: CapacityLineProps) {
  const { budget, over, unestimated, workingHours } = capacity;
  const [isOpen, setOpen] = useState(false);
  const isExceeded = over > 0 && workingHours === 'ahead';
  return (
    <div className={css.capacity}>
      <p data-exceeded={isExceeded} role={isLive ? 'status' : undefined}>
        {isExceeded && <TriangleAlert size={16} aria-hidden="true" />}
        <span
          className={css.figures}
          title={workingHours === 'ahead' && budget ? budgetText(budget) : undefined}
        >
          {capacityParts(capacity).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && ' '}
              <span>
                <i>{index > 0 && '· '}</i>
                {part}
              </span>
            </Fragment>
          ))}
        </span>
      </p>
      {workingHours === 'ahead' && unestimated.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{countText(unestimated.length, 'task')} without an estimate</summary>
          {/* Rendered only while open, because there can be thousands of tasks. */}
          {isOpen && (
            <ul>
              {unestimated.map(({ id, title }) => (
                <li key={id} dir="auto">
                  {title}
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
    </div>
  );
}
