import {
  ApiToken,
  type ApiTokenScope,
  type CreatedApiToken,
  type NewApiToken,
} from '@daymark/contract/apiToken';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../lib/api/call';
import { Button } from '../../ui/controls/Button';
import { SelectField } from '../../ui/fields/SelectField';
import { TextInput } from '../../ui/fields/TextInput';
import { LIFETIMES, SCOPES } from './apiTokenChoices';
import { useCreateApiToken } from '../../records/account/apiTokenQueries';
import css from './NewApiTokenForm.module.css';

const EMPTY: NewApiToken = { name: '', scope: 'read', expiresInDays: 90 };

interface NewApiTokenFormProps {
  userId: number;
  isOffline: boolean;
  onCreated: (created: CreatedApiToken) => void;
}

/** Name, access and end of a new token. What is typed stays until the token is made. */
export function NewApiTokenForm({ userId, isOffline, onCreated }: NewApiTokenFormProps) {
  const [chosen, setChosen] = useState(EMPTY);
  const [isChecked, setChecked] = useState(false);
  const create = useCreateApiToken(userId);
  const form = useRef<HTMLFormElement>(null);
  const name = ApiToken.shape.name.safeParse(chosen.name);
  const change = (fields: Partial<NewApiToken>) => {
    setChosen((before) => ({ ...before, ...fields }));
    create.reset();
  };
  const submit = () => {
    setChecked(true);
    if (!name.success) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    create.mutate(chosen, {
      onSuccess: (created) => {
        setChosen(EMPTY);
        setChecked(false);
        create.reset();
        onCreated(created);
      },
    });
  };
  return (
    <form
      ref={form}
      className={css.form}
      aria-label="New API token"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending && !isOffline) submit();
      }}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        placeholder="What it is for"
        value={chosen.name}
        error={isChecked ? name.error?.issues[0]?.message : undefined}
        onChange={({ target }) => change({ name: target.value })}
      />
      <SelectField
        label="Access"
        value={chosen.scope}
        onChange={({ target }) => change({ scope: target.value as ApiTokenScope })}
      >
        {Object.entries(SCOPES).map(([scope, label]) => (
          <option key={scope} value={scope}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Expires"
        value={chosen.expiresInDays}
        onChange={({ target }) =>
          change({ expiresInDays: Number(target.value) as NewApiToken['expiresInDays'] })
        }
      >
        {LIFETIMES.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
      <footer>
        <Button type="submit" variant="outlined" disabled={isOffline || create.isPending}>
          {create.isPending ? 'Making…' : 'Make token'}
        </Button>
        {create.error && <p role="alert">{sentenceOf(create.error)}</p>}
      </footer>
    </form>
  );
}
