import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { RecordRoute } from '../../lib/paths';
import { Button } from './Button';
import { useLeaveDialog } from '../dialogs/leaveDialog';

/** A dialog's button that closes the dialog and opens the form for a new record, which is at `route`. */
export function AddRecordButton({ route, children }: { route: RecordRoute; children: string }) {
  const navigate = useNavigate();
  const leave = useLeaveDialog();
  return (
    <Button
      size="small"
      variant="outlined"
      onClick={() => leave(() => void navigate(route.to, { state: route.state }))}
    >
      <Plus size={16} aria-hidden="true" />
      {children}
    </Button>
  );
}
