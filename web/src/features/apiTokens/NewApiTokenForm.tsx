import { NewApiToken, type CreatedApiToken } from '@daymark/contract/apiToken';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
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

/** The form for a new token: name, access and expiry. What is typed stays until the token is made. */
export function NewApiTokenForm({ userId, isOffline, onCreated }: NewApiTokenFormProps) {
  const form = useForm({ resolver: zodResolver(NewApiToken), defaultValues: EMPTY });
  const create = useCreateApiToken(userId);
  const submit = form.handleSubmit((chosen) =>
    create.mutate(chosen, {
      onSuccess: (created) => {
        form.reset(EMPTY, { keepFieldsRef: true });
        create.reset();
        onCreated(created);
      },
    }),
  );
  return (
    <form
      className={css.form}
      aria-label="New API token"
      noValidate
      onSubmit={submit}
      onChange={create.reset}
    >
      <TextInput
        label="Name"
        autoComplete="off"
        placeholder="What it is for"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <SelectField label="Access" {...form.register('scope')}>
        {Object.entries(SCOPES).map(([scope, label]) => (
          <option key={scope} value={scope}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Expires" {...form.register('expiresInDays', { valueAsNumber: true })}>
        {LIFETIMES.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
      <footer>
        <Button type="submit" variant="outlined" disabled={isOffline || create.isPending}>
          {create.isPending ? 'Creating…' : 'Create token'}
        </Button>
        {create.error && <p role="alert">{sentenceOf(create.error)}</p>}
      </footer>
    </form>
  );
}
