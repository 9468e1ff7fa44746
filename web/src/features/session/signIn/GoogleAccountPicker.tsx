import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { EmulatedAccount } from '../../../lib/firebase/emulatedGoogle';
import type { GoogleIdentity } from '../../../lib/firebase/firebase';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { TextInput } from '../../../ui/fields/TextInput';
import { Button } from '../../../ui/controls/Button';
import css from './GoogleAccountPicker.module.css';

const ACCOUNTS = [
  { name: 'Grace Hopper', email: 'grace.hopper@example.com' },
  { name: 'Alan Turing', email: 'alan.turing@example.com' },
];

const Account = z.object({
  email: z.string().check(z.trim(), z.email('Please enter a valid email address')),
});

/** The actions for the chosen account. */
export interface ChosenGoogleAccount {
  identify: () => Promise<GoogleIdentity>;
  confirm: () => Promise<string>;
  join: () => Promise<void>;
}

interface GoogleAccountPickerProps {
  onChoose: (chosen: ChosenGoogleAccount) => void;
  onClose: () => void;
}

/** Replaces Google's window when the app runs against the Auth emulator. Default export, because it is loaded lazily. */
export default function GoogleAccountPicker({ onChoose, onClose }: GoogleAccountPickerProps) {
  const form = useForm({ resolver: zodResolver(Account), defaultValues: { email: '' } });
  // Imported only here, so that a production build has neither the picker nor this module.
  const emulated = () => import('../../../lib/firebase/emulatedGoogle');
  const choose = (account: EmulatedAccount) =>
    onChoose({
      identify: async () => (await emulated()).emulatedGoogleIdentity(account),
      confirm: async () => (await emulated()).emulatedConfirmation(account),
      join: async () => (await emulated()).emulatedJoin(account),
    });
  return (
    <Dialog
      title="Choose a Google account"
      text="A local stand-in for Google’s sign-in: these accounts exist only in the emulator."
      onClose={onClose}
      actions={
        <Button type="submit" form="other-account" variant="contained">
          Continue
        </Button>
      }
    >
      <ul className={css.accounts}>
        {ACCOUNTS.map((account) => (
          <li key={account.email}>
            <button type="button" onClick={() => choose(account)}>
              {account.name}
              <span>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        id="other-account"
        noValidate
        onSubmit={form.handleSubmit(({ email }) => choose({ email, name: '' }))}
      >
        <TextInput
          label="Another account’s email"
          type="email"
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
      </form>
    </Dialog>
  );
}
