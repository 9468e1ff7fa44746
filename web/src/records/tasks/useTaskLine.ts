import { useEffect, useState, type KeyboardEvent } from 'react';
import { isDayFirst, personsDay, type LocalDay } from '../../lib/time/dates';
import { useSync } from '../../sync/useSync';
import { useNow } from '../../ui/hooks/useNow';
import { useCategories } from '../categories/categoryQueries';
import {
  keyOfReading,
  onlyTitle,
  type LineCategory,
  type LineContext,
  type Reading,
  type TaskLine,
} from '../../domain/line/taskLine';
import { plainName } from '../../domain/line/lineCategories';
import { newCategory, type CategoryDraft } from '../../domain/tasks/newCategory';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';

/** Loads the grammar and chrono, which only typing needs. */
const loadReader = () => import('../../domain/line/readTaskLine');

const NONE: readonly never[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();
const NO_CATEGORIES: readonly CategoryDraft[] = [];
const NO_DAYS: ReadonlyMap<string, LocalDay> = new Map();

/** A typed line, its readings, and the functions that correct them. */
export interface TypedLine {
  text: string;
  /** Undefined while the line is empty or the grammar is not loaded. Loading starts with the first character. */
  line: TaskLine | undefined;
  /** The categories that the line can name. */
  categories: readonly LineCategory[];
  /** The categories that were typed and are created together with the task. */
  newCategories: readonly CategoryDraft[];
  /** Makes a name a category that is created together with the task. */
  addCategory: (name: string) => void;
  /**
   * Returns how many tasks are in the Top 3 now. The tasks are counted on demand, because there can be ten thousand.
   * The line should not render again whenever a task changes.
   */
  countPriorities: () => number;
  today: LocalDay;
  /** Turns a reading back into text. The words of the reading stay in the line. */
  takeBack: (reading: Reading) => void;
  /** Chooses the day of a reading that can mean two days. */
  chooseDay: (reading: Reading, day: LocalDay) => void;
  /** Handles Backspace right after a reading. The key turns the reading back into text instead of deleting a letter. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  /**
   * Reads a line with the person's corrections. If the grammar can't be loaded, which happens offline at the first
   * visit, the whole line becomes the title.
   */
  read: (text: string) => TaskLine | Promise<TaskLine>;
  /** Forgets the person's corrections. */
  reset: () => void;
}

/** Reads a typed line as a task. `day` is the default day. */
export function useTaskLine(text: string, day: LocalDay | null): TypedLine {
  const sync = useSync();
  const now = useNow();
  const existing = useCategories().data ?? NONE;
  const [newCategories, setNewCategories] = useState(NO_CATEGORIES);
  const [asText, setAsText] = useState(NO_KEYS);
  const [chosenDays, setChosenDays] = useState(NO_DAYS);
  const [reader, setReader] = useState<Awaited<ReturnType<typeof loadReader>>>();
  const isTyped = text !== '';
  const categories = [
    ...existing,
    ...newCategories
      // Another device may have created the category in the meantime.
      .filter(({ name }) => !existing.some((other) => plainName(other.name) === plainName(name)))
      .map(({ id, name }): LineCategory => ({ id, name, isNew: true })),
  ];
  useEffect(() => {
    if (!isTyped || reader) return;
    loadReader().then(setReader, () => undefined);
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
    categories,
    newCategories,
    addCategory: (name) =>
      setNewCategories((added) => [
        ...added,
        newCategory(name, [...existing, ...added], sync.now()),
      ]),
    countPriorities: () => todaysPriorities(sync.records('tasks').data ?? NONE, now).length,
    today: personsDay(now),
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
      if (reader) return reader.readTaskLine(typed, context);
      return loadReader().then(
        ({ readTaskLine }) => readTaskLine(typed, context),
        () => onlyTitle(typed),
      );
    },
    reset: () => {
      setAsText(NO_KEYS);
      setNewCategories(NO_CATEGORIES);
      setChosenDays(NO_DAYS);
    },
  };
}
