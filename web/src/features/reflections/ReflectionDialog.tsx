import { useState } from 'react';
import { localDay, longDate, startOfDay } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ReflectionForm } from './ReflectionForm';
import { useReflectionForm } from './reflectionQueries';

/** The Daily Reflection modal, for the day it was opened on. Cancel keeps the draft. Default export: loaded on intent. */
export default function ReflectionDialog({ onClose }: { onClose: () => void }) {
  const [day] = useState(() => localDay(new Date()));
  const form = useReflectionForm(day);
  return (
    <Dialog
      title="Daily Reflection"
      text={longDate(startOfDay(day))}
      width="sm"
      onClose={onClose}
      actions={
        <Button
          variant="contained"
          disabled={form.isPending}
          onClick={() => {
            form.save();
            onClose();
          }}
        >
          Save
        </Button>
      }
    >
      <ReflectionForm form={form} day={day} onFollow={onClose} />
    </Dialog>
  );
}
