import { useEffect, useState, type KeyboardEvent } from 'react';
import { isDayFirst, localDay, type LocalDay } from '../../../lib/time/dates';
import { fetchPart, loadedPart } from '../../../lib/browser/preload';
import { useSync } from '../../../sync/useSync';
import { useNow } from '../../../ui/hooks/useNow';
import { useCategories } from '../../../records/categories/categoryQueries';
import {
  keyOfReading,
  onlyTitle,
  type LineContext,
  type Reading,
  type TaskLine,
} from '../../../domain/line/taskLine';
import { todaysPriorities } from '../../../domain/tasks/todaysPriorities';

/** The grammar, and chrono with it: only for those who type. */
const loadReader = () => import('../../../domain/line/readTaskLine');

const NONE: readonly never[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();
const NO_DAYS: ReadonlyMap<string, LocalDay> = new Map();

/** A line that is typed, what is understood of it, and the ways to change that. */
export interface TypedLine {
  text: string;
  /** Undefined until the grammar is loaded, which the first key starts. */
  line: TaskLine | undefined;
  /**
   * How many tasks are in the Top 3 now. Counted when it is asked for: there can be ten thousand tasks, and what is typed
   * is not rendered again with each of their changes.
   */
  countPriorities: () => number;
  today: LocalDay;
  /** Makes a reading text again. Its words stay. */
  takeBack: (reading: Reading) => void;
  /** Chooses the day of a reading that can mean two. */
  chooseDay: (reading: Reading, day: LocalDay) => void;
  /** Backspace right behind a reading takes it back, instead of a letter. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Reads a line, with what was taken back and chosen. Without the grammar, offline at the first visit, it is a title. */
  read: (text: string) => TaskLine | Promise<TaskLine>;
  /** Forgets what was taken back and chosen. */
  reset: () => void;
}

/** Reads what is typed as a task (issue 15). `day` is that of a task that doesn't say one. */
export function useTaskLine(text: string, day: LocalDay | null): TypedLine {
  const sync = useSync();
  const now = useNow();
  const categories = useCategories().data ?? NONE;
  const [asText, setAsText] = useState(NO_KEYS);
  const [chosenDays, setChosenDays] = useState(NO_DAYS);
  const [reader, setReader] = useState(() => loadedPart(loadReader));
  const isTyped = text !== '';
  useEffect(() => {
    if (!isTyped || reader) return;
    fetchPart(loadReader).then(setReader, () => undefined);
  }, [isTyped, reader]);
  const context: LineContext = {
    now,
    isDayFirst,
    categories,
    day,
    asText,
    chosenDays,
  };
  const line = isTyped ? reader?.readTaskLine(text, context) : undefined;
  const takeBack = (reading: Reading) =>
    setAsText((keys) => new Set(keys).add(keyOfReading(reading)));
  return {
    text,
    line,
    countPriorities: () => todaysPriorities(sync.records('tasks').data ?? NONE, now).length,
    today: localDay(now),
    takeBack,
    chooseDay: (reading, day) =>
      setChosenDays((days) => new Map(days).set(keyOfReading(reading), day)),
    onKeyDown: (event) => {
      const { key, currentTarget } = event;
      const { selectionStart, selectionEnd } = currentTarget;
      if (key !== 'Backspace' || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || selectionStart !== selectionEnd) return;
      const last = line?.readings.find(({ end }) => end === selectionStart);
      if (!last) return;
      event.preventDefault();
      takeBack(last);
    },
    read: (typed) => {
      const known = reader ?? loadedPart(loadReader);
      if (known) return known.readTaskLine(typed, context);
      return fetchPart(loadReader).then(
        ({ readTaskLine }) => readTaskLine(typed, context),
        () => onlyTitle(typed),
      );
    },
    reset: () => {
      setAsText(NO_KEYS);
      setChosenDays(NO_DAYS);
    },
  };
}
