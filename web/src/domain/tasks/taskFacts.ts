import { repeatText } from '@daymark/contract/repeats/repeatText';
import { isOpen } from '@daymark/contract/task';
import { countText } from '../../lib/text/numbers';
import { addDays, dayInSentence, dayName, type LocalDay } from '../../lib/time/dates';
import { blockText, dayOfBlock, type Block } from '../planning/shownBlocks';
import type { ShownTask } from '../shownRecords';
import { isLeftOver, isOverdue, workText } from './taskPlan';

/** A fact of a task's plan, as its row shows it. */
export interface TaskFact {
  kind: 'time' | 'overdue' | 'day' | 'deadline' | 'missed' | 'work' | 'repeat';
  text: string;
  /** The words of the text that a phone leaves out. */
  optional?: string;
}

interface FactsOf {
  task: ShownTask;
  steps: readonly ShownTask[];
  /** Minutes of focus on the task and its steps, over all recorded focus sessions. */
  focusedMinutes: number;
  /** The block that the row shows. */
  block: Block | undefined;
  today: LocalDay;
  /** Hides the planned day, because the list itself shows it. A left-over task still shows its day. */
  hidesDay: boolean;
  isWorkingDay: (day: LocalDay) => boolean;
}

/** Returns the facts of a task that are set, the most important first. */
export function taskFacts({
  task,
  steps,
  focusedMinutes,
  block,
  today,
  hidesDay,
  isWorkingDay,
}: FactsOf): TaskFact[] {
  const shown = isOpen(task) ? block : undefined;
  const time = shown && blockText(shown, today, hidesDay ? task.plannedDay : null);
  // The block's time already says its day.
  const isDayShown = shown !== undefined && dayOfBlock(shown, today) === task.plannedDay;
  const missed = missedCount(task, today, isWorkingDay);
  const fact = (kind: TaskFact['kind'], text: string | undefined | false): TaskFact[] => {
    if (!text) return [];
    const optional = OPTIONAL.find((words) => text.includes(words));
    return [{ kind, text, ...(optional && { optional }) }];
  };
  return [
    ...fact('time', time),
    ...fact('overdue', isOverdue(task, today) && deadlineText(task, today)),
    ...fact('day', (!hidesDay || isLeftOver(task, today)) && !isDayShown && dayText(task, today)),
    ...fact('deadline', !isOverdue(task, today) && deadlineText(task, today)),
    ...fact('missed', missed > 0 && `Missed ${countText(missed, 'time')}`),
    ...fact('work', workText(task, steps, focusedMinutes)),
    ...fact('repeat', task.repeat !== null && repeatText(task.repeat, task.seriesDay ?? today)),
  ];
}

/** Words that a day is understood without: "Overdue since Wed, Nov 18". */
const OPTIONAL = ['since ', 'from '];

/** How many characters of average width fit the line of facts on a phone. */
const LINE_LENGTH = 36;
/** Width of an icon with its gap, and of the gap after a fact, in characters. */
const GAP_LENGTH = 3;
/** Width of the edges of a time's chip, in characters. */
const CHIP_LENGTH = 2;

/**
 * Returns how many of these texts fit the line of facts on a phone, at least one. `others` are texts on the same line
 * that always show, and a text of the same width stands for an icon.
 */
export function countThatFit(facts: readonly TaskFact[], others: readonly string[]): number {
  const widthOf = (texts: readonly string[]) =>
    texts.reduce((sum, text) => sum + text.length + GAP_LENGTH, 0);
  const chips = facts.filter(({ kind }) => kind === 'time').length;
  const room = LINE_LENGTH - widthOf(others) - chips * CHIP_LENGTH;
  const texts = facts.map(({ text, optional = '' }) => text.replace(optional, ''));
  if (widthOf(texts) <= room) return texts.length;
  // "+1" takes room, too.
  const count = texts.findIndex((_, index) => widthOf([...texts.slice(0, index + 1), '+1']) > room);
  return Math.max(1, count);
}

/**
 * Returns a text for the planned day: "Tomorrow", "Left over from Tue, Nov 17". A missed daily task counts as today's.
 */
function dayText(task: ShownTask, today: LocalDay): string | undefined {
  const { plannedDay } = task;
  if (plannedDay === null || !isOpen(task)) return undefined;
  if (isLeftOver(task, today)) return `Left over from ${dayInSentence(plannedDay, today)}`;
  return plannedDay < today ? 'Today' : dayName(plannedDay, today);
}

/** Returns a text for the deadline: "Due tomorrow", "Overdue since Wed, Nov 18". */
function deadlineText(task: ShownTask, today: LocalDay): string | undefined {
  const { deadline } = task;
  if (deadline === null || !isOpen(task)) return undefined;
  return `${isOverdue(task, today) ? 'Overdue since' : 'Due'} ${dayInSentence(deadline, today)}`;
}

/**
 * Returns how many dates a daily task has missed, from its planned day to yesterday. Days off are not missed. A rule that
 * counts from completion has at most one.
 */
function missedCount(
  task: ShownTask,
  today: LocalDay,
  isWorkingDay: FactsOf['isWorkingDay'],
): number {
  const { repeat, plannedDay } = task;
  if (repeat?.every !== 'day' || plannedDay === null || !isOpen(task)) return 0;
  const step = repeat.from === 'completion' ? 1 : repeat.interval;
  let missed = 0;
  for (let day = plannedDay; day < today; day = addDays(day, step)) if (isWorkingDay(day)) missed++;
  return repeat.from === 'completion' ? Math.min(missed, 1) : missed;
}
