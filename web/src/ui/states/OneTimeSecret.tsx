import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../controls/Button';
import { CopyButton } from '../controls/CopyButton';
import css from './OneTimeSecret.module.css';
import { TextInput } from '../fields/TextInput';

interface OneTimeSecretProps {
  /** The name of the group, for screen readers: "Your new token". */
  title: string;
  /** The label of the field. */
  label: string;
  hint: string;
  copyLabel: string;
  /** The secret, whose field gets the focus whenever the value changes. */
  value: string;
  /** Other actions with the secret. */
  children?: ReactNode;
  onDone: () => void;
}

/** Shows a secret for the only time. The secret is stored nowhere, so leaving the screen hides it for good. */
export function OneTimeSecret({
  title,
  label,
  hint,
  copyLabel,
  value,
  children,
  onDone,
}: OneTimeSecretProps) {
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
