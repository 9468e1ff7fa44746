import type { CalendarSettings } from '@daymark/contract/googleCalendar';
import { SETTINGS_ID, type DismissedSuggestions } from '@daymark/contract/settings';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import { useFocusSessions } from '../focus/focusQueries';
import { useTaskRecords } from '../tasks/taskQueries';

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
 * taken away again would be wrong for a moment, and move the screen. `calendar` is undefined for who cannot connect one.
 */
export function useSuggestions(calendar: CalendarKnowledge | undefined) {
  const tasks = useTaskRecords().data;
  const sessions = useFocusSessions().data;
  const settings = useRecords('settings').data?.[0];
  const { update } = useRecordMutations('settings');
  const isOpen: Record<SuggestionName, () => boolean> = {
    task: () => tasks?.length === 0,
    // Without a network and without a copy nothing is known of it, and it could not be connected either.
    calendar: () => calendar?.data?.status === 'disconnected',
    focus: () =>
      sessions?.every(({ mode }) => mode !== 'focus') === true && !hasFocused(settings?.timer),
  };
  const isWaiting =
    !tasks ||
    !sessions ||
    !settings ||
    (calendar?.isPending === true && !settings.calendarSuggestionDismissed);
  return {
    open: isWaiting ? NONE : NAMES.filter((name) => !settings[SETTING_OF[name]] && isOpen[name]()),
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
