import { openConflict } from '../../lib/openConflict';
import { Button } from './Button';

interface ConflictButtonProps {
  /** The conflict's id. Without one, there is no button. */
  id: number | undefined;
}

/** Shown on a record of which two versions of a text are kept: opens the dialog in which the person chooses. */
export function ConflictButton({ id }: ConflictButtonProps) {
  if (id === undefined) return null;
  return (
    <Button size="small" data-conflict onClick={() => openConflict.set(id)}>
      Two versions
    </Button>
  );
}
