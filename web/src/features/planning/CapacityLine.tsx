import { TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { countText } from '../../lib/numbers';
import css from './CapacityLine.module.css';
import { capacityText, type DayCapacity } from './dayCapacity';

interface CapacityLineProps {
  capacity: DayCapacity;
  /** Screen readers announce its changes. */
  isLive?: boolean;
}

/** "Planned 6h 10m, free 4h 40m", and the tasks without an estimate. */
export function CapacityLine({ capacity, isLive = false }: CapacityLineProps) {
  const { over, unestimated } = capacity;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css.capacity}>
      <p data-exceeded={over > 0} role={isLive ? 'status' : undefined}>
        {over > 0 && <TriangleAlert size={16} aria-hidden="true" />}
        <span className={css.figures}>
          {capacityText(capacity)
            .split(/(?<=,) /)
            .map((figure, index) => (
              <Fragment key={figure}>
                {index > 0 && ' '}
                <span>{figure}</span>
              </Fragment>
            ))}
        </span>
      </p>
      {unestimated.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{countText(unestimated.length, 'task')} without an estimate</summary>
          {/* There can be thousands. */}
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
