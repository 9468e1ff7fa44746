import { countText } from '../../lib/text/numbers';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { TextButton } from '../../ui/controls/TextButton';
import css from './StarRating.module.css';

/** The id of the rating, which a key can focus. */
export const RATING_ID = 'productivity-rating';

/**
 * Chooses one to five stars, or 0 for no rating (product §3). The stars are native radio buttons, so that they work
 * with the keyboard.
 */
export function StarRating({
  value,
  onChange,
}: {
  value: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <fieldset id={RATING_ID} className={css.rating} tabIndex={-1}>
      <legend>Productivity</legend>
      <div>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} data-on={stars <= value}>
            <input
              type="radio"
              name={id}
              aria-label={countText(stars, 'star')}
              checked={stars === value}
              onChange={() => onChange(stars)}
            />
            <Star size={26} aria-hidden="true" />
          </label>
        ))}
        {value > 0 && (
          <TextButton aria-label="Clear rating" onClick={() => onChange(0)}>
            Clear
          </TextButton>
        )}
      </div>
    </fieldset>
  );
}
