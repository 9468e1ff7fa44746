import type { CalendarSettings } from '@daymark/contract/googleCalendar';
import {
  DEFAULT_SETTINGS,
  SETTINGS_ID,
  type DismissedSuggestions,
  type Settings,
} from '@daymark/contract/settings';
import { useEffect } from 'react';
import { browserStorage } from '../../lib/browser/browserStorage';
import { suggestionsKey } from '../../lib/person/drafts';
import { changeWithUndo } from '../../records/changeWithUndo';
import { useRecords, useSync } from '../../sync/useSync';
import { useFocusSessions } from '../../records/focus/focusQueries';
import { useTaskRecords } from '../../records/tasks/taskQueries';

/** An action that is suggested to a person who has not done it yet. */
export type SuggestionName = 'task' | 'hours' | 'calendar' | 'focus';

const SETTING_OF = {
  task: 'taskSuggestionDismissed',
  hours: 'hoursSuggestionDismissed',
  calendar: 'calendarSuggestionDismissed',
  focus: 'focusSuggestionDismissed',
} as const satisfies Record<SuggestionName, keyof DismissedSuggestions>;

/** Returns the id of the button of a suggestion. */
export const suggestionId = (name: SuggestionName): string => `suggestion-${name}`;

const NAMES = Object.keys(SETTING_OF) as SuggestionName[];

const NONE: readonly SuggestionName[] = [];

/** Returns the suggestions that this browser last showed to this person. */
function lastSuggestions(userId: number): readonly SuggestionName[] {
  const last = browserStorage.get(suggestionsKey(userId))?.split(' ');
  return last ? NAMES.filter((name) => last.includes(name)) : NONE;
}

interface CalendarKnowledge {
  data: CalendarSettings | undefined;
  isPending: boolean;
}

/**
 * Returns the suggestions that are neither done nor dismissed. `areKnown` is false until the records are known. If this
 * browser showed no suggestions last time, the calendar's connection must be known too. While `areKnown` is false, the
 * probable suggestions take up space without being visible, because the screen would move if one were removed. A person
 * with tasks has suggestions only if this browser showed some last time. `calendar` is undefined for a copy of the
 * demo, which can't connect a calendar.
 */
export function useSuggestions(calendar: CalendarKnowledge | undefined) {
  const { data: tasks, isPending: awaitsTasks } = useTaskRecords();
  const { data: sessions, isPending: awaitsSessions } = useFocusSessions();
  const { data: records, isPending: awaitsSettings } = useRecords('settings');
  const settings = records?.[0];
  const sync = useSync();
  const { userId } = sync;
  const awaitsCalendar = calendar?.isPending === true && !settings?.calendarSuggestionDismissed;
  const last = lastSuggestions(userId);
  const isFirst = last.length === 0;
  const isOpen: Record<SuggestionName, () => boolean> = {
    task: () => tasks?.length === 0,
    hours: () => settings !== undefined && areDefault(settings.workingHours),
    // The connection is read a moment after the records. Until then, the suggestion is open if this browser showed it,
    // or no suggestion at all, last time. If the connection stays unknown, the suggestion is left out, because
    // connecting needs a network too.
    calendar: () =>
      awaitsCalendar
        ? isFirst || last.includes('calendar')
        : calendar?.data?.status === 'disconnected',
    focus: () =>
      sessions?.every(({ mode }) => mode !== 'focus') === true && !hasFocused(settings?.timer),
  };
  const awaitsRecords = awaitsTasks || awaitsSessions || awaitsSettings;
  const open =
    !tasks || !sessions || !settings || (tasks.length > 0 && isFirst)
      ? NONE
      : NAMES.filter((name) => !settings[SETTING_OF[name]] && isOpen[name]());
  const names = open.join(' ');
  const isKnown = !awaitsRecords && !awaitsCalendar;
  useEffect(() => {
    if (!isKnown) return;
    if (names) browserStorage.set(suggestionsKey(userId), names);
    else browserStorage.remove(suggestionsKey(userId));
  }, [isKnown, userId, names]);
  return {
    suggestions: awaitsRecords ? last : open,
    areKnown: !awaitsRecords && !(awaitsCalendar && isFirst),
    /** Dismisses a suggestion on all of the person's devices. The toast offers Undo and shows `about`. */
    dismiss: (name: SuggestionName, about: string): void => {
      const fields = { [SETTING_OF[name]]: true };
      changeWithUndo(
        sync,
        { title: 'Suggestion dismissed', about, focusId: suggestionId(name) },
        { requests: [{ kind: 'update', collection: 'settings', id: SETTINGS_ID, fields }] },
      );
    },
  };
}

/** Whether nobody has changed the working hours. */
const areDefault = (hours: Settings['workingHours']): boolean =>
  DEFAULT_SETTINGS.workingHours.every(({ start, end }, day) => {
    const time = hours[day];
    return time?.start === start && time.end === end && !time.break;
  });

type SharedTimer = NonNullable<ReturnType<typeof useRecords<'settings'>>['data']>[number]['timer'];

/** Whether the timer has had a focus session. A session of less than a minute counts, although it is not recorded. */
const hasFocused = (timer: SharedTimer): boolean =>
  (timer?.mode === 'focus' && timer.run !== null) || timer?.last?.mode === 'focus';
