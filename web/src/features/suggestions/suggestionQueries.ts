import type { CalendarSettings } from '@daymark/contract/googleCalendar';
import { SETTINGS_ID, type DismissedSuggestions } from '@daymark/contract/settings';
import { useEffect } from 'react';
import { browserStorage } from '../../lib/browser/browserStorage';
import { suggestionsKey } from '../../lib/person/drafts';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toast } from '../../ui/toasts/toast';
import { useFocusSessions } from '../../records/focus/focusQueries';
import { useTaskRecords } from '../../records/tasks/taskQueries';
import { lastSuggestions } from './lastSuggestions';

/** What a person who has not done it yet may begin with (issue 15). */
export type SuggestionName = 'task' | 'calendar' | 'focus';

const SETTING_OF = {
  task: 'taskSuggestionDismissed',
  calendar: 'calendarSuggestionDismissed',
  focus: 'focusSuggestionDismissed',
} as const satisfies Record<SuggestionName, keyof DismissedSuggestions>;

const NAMES = Object.keys(SETTING_OF) as SuggestionName[];

const NONE: readonly SuggestionName[] = [];

interface CalendarKnowledge {
  data: CalendarSettings | undefined;
  isPending: boolean;
}

/**
 * The suggestions that are neither done nor dismissed. None until everything that decides is known: one that is shown and
 * taken away again would be wrong for a moment, and move the screen. Meanwhile `expected` is how many there were last in
 * this browser, to keep their place. They begin with an empty day; where there are tasks and no place was kept, they would
 * move what the person is about to press. `calendar` is undefined for who cannot connect one.
 */
export function useSuggestions(calendar: CalendarKnowledge | undefined) {
  const { data: tasks, isPending: awaitsTasks } = useTaskRecords();
  const { data: sessions, isPending: awaitsSessions } = useFocusSessions();
  const { data: records, isPending: awaitsSettings } = useRecords('settings');
  const settings = records?.[0];
  const { update } = useRecordMutations('settings');
  const { userId } = useSync();
  const awaitsCalendar = calendar?.isPending === true && !settings?.calendarSuggestionDismissed;
  const last = lastSuggestions(userId);
  const isOpen: Record<SuggestionName, () => boolean> = {
    task: () => tasks?.length === 0,
    // It is read a moment after the records. Until then it is as it was last. Without a network and without a copy nothing
    // is known of it, and it could not be connected either.
    calendar: () =>
      awaitsCalendar ? last.includes('calendar') : calendar?.data?.status === 'disconnected',
    focus: () =>
      sessions?.every(({ mode }) => mode !== 'focus') === true && !hasFocused(settings?.timer),
  };
  const isWaiting =
    awaitsTasks || awaitsSessions || awaitsSettings || (awaitsCalendar && last.length === 0);
  const open =
    isWaiting || !tasks || !sessions || !settings || (tasks.length > 0 && last.length === 0)
      ? NONE
      : NAMES.filter((name) => !settings[SETTING_OF[name]] && isOpen[name]());
  const names = open.join(' ');
  const isKnown = !isWaiting && !awaitsCalendar;
  useEffect(() => {
    if (!isKnown) return;
    if (names) browserStorage.set(suggestionsKey(userId), names);
    else browserStorage.remove(suggestionsKey(userId));
  }, [isKnown, userId, names]);
  return {
    open,
    expected: isWaiting ? last.length : open.length,
    /** Dismisses a suggestion on all of the person's devices; the toast offers Undo. `about` is what it said. */
    dismiss: (name: SuggestionName, about: string): void => {
      const said = { title: 'Suggestion dismissed', about };
      const undo = update(SETTINGS_ID, { [SETTING_OF[name]]: true }, said);
      toast({
        title: said.title,
        description: about,
        action: { label: 'Undo', run: undo, focusAfter: `[data-suggestion="${name}"]` },
      });
    },
  };
}

type SharedTimer = NonNullable<ReturnType<typeof useRecords<'settings'>>['data']>[number]['timer'];

/** Whether the timer has had a focus session, however short: one of less than a minute is not recorded. */
const hasFocused = (timer: SharedTimer): boolean =>
  (timer?.mode === 'focus' && timer.run !== null) || timer?.last?.mode === 'focus';
