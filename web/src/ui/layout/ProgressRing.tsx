import { percentText } from '../../lib/text/numbers';
import css from './ProgressRing.module.css';

interface ProgressRingProps {
  label: string;
  value: number;
  max: number;
}

const SIZE = 72;
const WIDTH = 7;
const RADIUS = (SIZE - WIDTH) / 2;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A ring that fills up, with the percentage in it. */
export function ProgressRing({ label, value, max }: ProgressRingProps) {
  const fraction = max > 0 ? Math.min(value / max, 1) : 0;
  const center = SIZE / 2;
  return (
    <div
      className={css.ring}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, 1)}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${max}`}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} aria-hidden="true">
        <circle cx={center} cy={center} r={RADIUS} strokeWidth={WIDTH} />
        {fraction > 0 && (
          <circle
            cx={center}
            cy={center}
            r={RADIUS}
            strokeWidth={WIDTH}
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - fraction)}
          />
        )}
      </svg>
      <span aria-hidden="true">{percentText(fraction)}</span>
    </div>
  );
}
