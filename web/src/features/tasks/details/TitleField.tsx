import { useId, useState } from 'react';
import css from './TitleField.module.css';
import type { useTitleField } from './useTitleField';

interface TitleFieldProps {
  title: ReturnType<typeof useTitleField>;
  /** Whether the field gets the focus when it appears. */
  isFirst: boolean;
}

/** A task's title in its details, to be edited at once. */
export function TitleField({ title, isFirst }: TitleFieldProps) {
  const id = useId();
  // On a touch screen the keyboard would cover the details. A tap on the title opens it.
  const [hasFocus] = useState(() => isFirst && !matchMedia('(pointer: coarse)').matches);
  return (
    <>
      <textarea
        className={css.title}
        rows={1}
        dir="auto"
        autoFocus={hasFocus}
        aria-label="Task title"
        aria-invalid={Boolean(title.error)}
        aria-describedby={title.error ? id : undefined}
        value={title.typed}
        onChange={({ target }) => title.type(target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onBlur={({ currentTarget }) => {
          // When the whole window loses the focus, the field stays the active element of the page.
          if (document.activeElement !== currentTarget) title.save();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            title.save();
          }
          if (event.key === 'Escape' && title.isEdited) {
            // Another Escape closes the details.
            event.stopPropagation();
            title.restore();
          }
        }}
      />
      {title.error && (
        <p className={css.error} id={id} role="alert">
          {title.error}
        </p>
      )}
    </>
  );
}
