import { openConflict } from '../../lib/openConflict';
import { Button } from './Button';

interface ConflictButtonProps {
  /** The conflict's id, or undefined to show no button. */
  id: number | undefined;
}

/** Opens the dialog in which the person chooses between two versions of a text of this record. */
export function ConflictButton({ id }: ConflictButtonProps) {
  if (id === undefined) return null;
  return (
    <Button size="small" data-conflict onClick={() => openConflict.set(id)}>
      Two versions
    </Button>
  );
}
