import { CalendarClock, CircleCheck, NotebookPen } from 'lucide-react';

const ICONS = { note: NotebookPen, task: CircleCheck, event: CalendarClock };

export function RecordIcon({ type }: { type: keyof typeof ICONS }) {
  const Icon = ICONS[type];
  return <Icon size={16} aria-hidden="true" />;
}
