import { Palette } from 'lucide-react';
import { useId } from 'react';
import { CATEGORY_COLORS } from '../../domain/tasks/categoryColors';
import css from './ColorChoice.module.css';

interface ColorChoiceProps {
  value: string;
  onChange: (color: string) => void;
}

/** Chooses a category's color: one of nine, or any color from the browser's color picker. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const name = useId();
  const isCustom = CATEGORY_COLORS.every((color) => color.value !== value.toUpperCase());
  return (
    <fieldset className={css.colors}>
      <legend>Color</legend>
      {CATEGORY_COLORS.map((color) => (
        <input
          key={color.value}
          type="radio"
          name={name}
          aria-label={color.name}
          title={color.name}
          checked={color.value === value.toUpperCase()}
          onChange={() => onChange(color.value)}
          style={{ backgroundColor: color.value }}
        />
      ))}
      <label
        data-selected={isCustom}
        title="Custom color"
        style={isCustom ? { backgroundColor: value } : undefined}
      >
        <input
          type="color"
          aria-label="Custom color"
          value={value}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
        {!isCustom && <Palette size={16} aria-hidden="true" />}
      </label>
    </fieldset>
  );
}
