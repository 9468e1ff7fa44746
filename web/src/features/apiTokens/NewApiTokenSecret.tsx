import type { CreatedApiToken } from '@daymark/contract/apiToken';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { TextInput } from '../../ui/TextInput';
import css from './NewApiTokenSecret.module.css';

interface NewApiTokenSecretProps {
  created: CreatedApiToken;
  onDone: () => void;
}

/** The token itself, the only time it is shown. It is kept nowhere: leaving the screen ends that too. */
export function NewApiTokenSecret({
  created: { id, name, token },
  onDone,
}: NewApiTokenSecretProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.querySelector('input')?.select(), [id]);
  return (
    <div ref={region} className={css.secret} role="group" aria-label="Your new token">
      <TextInput
        label={`Token “${name}”`}
        hint="Copy it now, and keep it where you keep passwords. It is not shown again."
        readOnly
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={token}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <CopyButton variant="contained" label="Copy the token" text={token} />
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
