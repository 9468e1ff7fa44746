import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { TextInput } from '../../ui/TextInput';
import css from './NewFeedAddress.module.css';

interface NewFeedAddressProps {
  path: string;
  onDone: () => void;
}

/** The address of the feed, the only time it is shown. */
export function NewFeedAddress({ path, onDone }: NewFeedAddressProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.querySelector('input')?.focus(), [path]);
  return (
    <div ref={region} className={css.address} role="group" aria-label="Your new calendar address">
      <TextInput
        label="Address"
        hint="Copy it now: it is not shown again. Anyone who has it can read this calendar."
        readOnly
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={`${location.origin}${path}`}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <CopyButton
          variant="contained"
          label="Copy the address"
          text={`${location.origin}${path}`}
        />
        <a href={`webcal://${location.host}${path}`}>Open in a calendar app</a>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
