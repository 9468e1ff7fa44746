import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../controls/Button';
import { CopyButton } from '../controls/CopyButton';
import css from './ShownOnce.module.css';
import { TextInput } from '../fields/TextInput';

interface ShownOnceProps {
  /** What the whole is, for screen readers: "Your new token". */
  title: string;
  /** The field's. */
  label: string;
  hint: string;
  copyLabel: string;
  /** The secret. Another one gets the focus, as the first did. */
  value: string;
  /** What else can be done with it. */
  children?: ReactNode;
  onDone: () => void;
}

/** A secret, the only time it is shown. It is kept nowhere: leaving the screen ends that too. */
export function ShownOnce({
  title,
  label,
  hint,
  copyLabel,
  value,
  children,
  onDone,
}: ShownOnceProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.querySelector('input')?.focus(), [value]);
  return (
    <div ref={group} className={css.secret} role="group" aria-label={title}>
      <TextInput
        label={label}
        hint={hint}
        readOnly
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={value}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <CopyButton variant="contained" label={copyLabel} text={value} />
        {children}
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
