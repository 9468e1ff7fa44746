import { useState } from 'react';
import { personsDay, longDate, startOfDay } from '../../lib/time/dates';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { toast } from '../../ui/toasts/toast';
import { ReflectionForm } from './ReflectionForm';
import { useReflectionForm } from '../../records/reflections/reflectionQueries';

/**
 * The Daily Reflection dialog, for the day on which it was opened. Cancel keeps the draft. Default export, because it
 * is loaded lazily.
 */
export default function ReflectionDialog({ onClose }: { onClose: () => void }) {
  const [day] = useState(() => personsDay(new Date()));
  const form = useReflectionForm(day);
  return (
    <Dialog
      title="Daily Reflection"
      text={longDate(startOfDay(day))}
      width="sm"
      onClose={() => {
        if (form.isDraft)
          toast({ title: 'Draft kept', description: 'Open Daily Reflection to keep writing.' });
        onClose();
      }}
      actions={
        <Button
          variant="contained"
          aria-disabled={!form.canSave}
          onClick={() => {
            form.save();
            onClose();
          }}
        >
          Save
        </Button>
      }
    >
      <ReflectionForm form={form} day={day} />
    </Dialog>
  );
}
