import { timesOnDay } from '../../domain/events/eventTimes';
import { previewText } from '../../domain/notes/noteText';
import { dayOfTask } from '../../domain/tasks/taskPlan';
import { dayName, localDay, shortDate, type LocalDay } from '../../lib/time/dates';
import { composed } from '../../lib/text/foldText';
import type { PaletteItem } from './useSearchIndex';
import type { ShownCategory } from '../../domain/shownRecords';

/** How many characters are shown before a match. */
const BEFORE_MATCH = 24;

interface Surroundings {
  categories: readonly ShownCategory[];
  today: LocalDay;
}

/** Returns the text beside a result's title: a task's category and day, an event's times, or the match in a text. */
export function resultContext(
  item: PaletteItem,
  textAt: number | undefined,
  { categories, today }: Surroundings,
): string {
  switch (item.kind) {
    case 'task': {
      const { task } = item;
      const day = dayOfTask(task, today);
      return [
        ...(task.completed ? ['Completed'] : []),
        ...categories.filter(({ id }) => id === task.categoryId).map(({ name }) => name),
        ...(day === null || task.completed ? [] : [dayName(day, today)]),
      ].join(' · ');
    }
    case 'note': {
      const { content, updatedAt } = item.note;
      const text = textAt === undefined ? previewText(content) : snippetAt(content, textAt);
      return text.split('\n')[0]?.trim() || shortDate(new Date(updatedAt));
    }
    case 'event': {
      const day = localDay(new Date(item.event.start));
      return `${dayName(day, today)}, ${timesOnDay(item.event, day)}`;
    }
    case 'reflection':
      return textAt === undefined ? '' : snippetAt(item.text ?? '', textAt).trim();
    case 'category':
      return '';
    default:
      return item.context ?? '';
  }
}

/** Returns the line of a text around an index in its text. */
function snippetAt(content: string, at: number): string {
  const text = composed(content);
  const lineStart = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  const from = Math.max(lineStart, at - BEFORE_MATCH);
  return (from > lineStart ? '…' : '') + previewText(text, from);
}
