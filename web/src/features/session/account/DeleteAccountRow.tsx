import { useState } from 'react';
import { Button } from '../../../ui/controls/Button';
import { lazyComponent } from '../../../ui/lazyComponent';
import { SettingRow } from '../../../ui/layout/SettingRow';
import { useSignInMethods } from './accountQueries';

const DeleteAccountDialog = lazyComponent(() => import('./DeleteAccountDialog'));

/** The settings row that opens the dialog to delete the account. */
export function DeleteAccountRow() {
  const { data: methods, isPending } = useSignInMethods();
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow
      title="Delete account"
      text="Your account and everything in it, at once and for good."
    >
      <Button
        variant="outlined"
        color="error"
        size="small"
        disabled={!methods}
        title={methods || isPending ? undefined : 'This needs an internet connection.'}
        onPointerEnter={DeleteAccountDialog.preload}
        onClick={() => setOpen(true)}
      >
        Delete account…
      </Button>
      {methods && isOpen && (
        <DeleteAccountDialog methods={methods} onClose={() => setOpen(false)} />
      )}
    </SettingRow>
  );
}
