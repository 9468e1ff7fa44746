import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';

/**
 * Shown in the tab that came back from Google, if it can't close itself. Default export, because it is loaded lazily.
 */
export default function TabDoneDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="You can close this tab"
      text="Daymark continues in the tab where you connected Google Calendar."
      dismiss={null}
      onClose={onClose}
      actions={
        <Button variant="contained" autoFocus onClick={onClose}>
          Stay Here
        </Button>
      }
    />
  );
}
