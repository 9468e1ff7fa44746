import { useEvents } from '../records/events/eventQueries';
import { useExternalEvents } from '../records/googleCalendar/calendarQueries';
import { startFocusOn } from '../records/focus/browserTimer';
import { BrowserSwitch } from '../features/reminders/BrowserSwitch';
import { FocusSubtitle } from '../features/focus/FocusSubtitle';
import { FocusTimerPanel } from '../features/focus/FocusTimerPanel';
import type { TakenTime } from '../domain/focus/sessionFit';
import { DaySessions } from '../features/focus/DaySessions';
import { completedCount } from '../domain/focus/focusDay';
import { useFocusSessions, useTimerSettings } from '../records/focus/focusQueries';
import { useUser } from '../features/session/userContext';
import { useRemainingMinutes } from '../records/tasks/useRemainingMinutes';
import { useSteps, useTasks } from '../records/tasks/taskQueries';
import { eventSpan, isDayLong } from '../domain/events/eventSpan';
import { addDays, localDay, personsDay } from '../lib/time/dates';
import { paths, START_PARAMETER, type FocusState } from '../lib/paths';
import { Settings2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { preloadLater } from '../lib/browser/preload';
import { Button } from '../ui/controls/Button';
import { lazyComponent } from '../ui/lazyComponent';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { SaveErrorMessage } from '../ui/fields/SaveErrorMessage';
import { useNow } from '../ui/hooks/useNow';
import { useAddressParameter, useOpenedByLink } from '../ui/hooks/useOpenedByLink';
import css from './FocusPage.module.css';

const asksForSettings = (state: unknown) =>
  Boolean((state as { opensSettings?: boolean } | null)?.opensSettings);

const TimerSettingsDialog = lazyComponent(() => import('../features/focus/TimerSettingsDialog'));

/** /focus (product §2): a line about the technique or the task, the timer, today's sessions and the settings. */
export default function FocusPage() {
  const user = useUser();
  const tasks = useTasks();
  const settings = useTimerSettings();
  const [isSetting, setSetting] = useOpenedByLink(asksForSettings);
  const [isFullScreen, setFullScreen] = useFullScreen();
  useTaskOfLink(user.id, !settings.isPending);
  const startButton = useStartOfAddress(!settings.isPending);
  const remaining = useRemainingMinutes();
  const steps = useSteps();
  const all = [...(tasks.data ?? []), ...[...steps.values()].flat()];
  const sessions = useFocusSessions();
  const now = useNow();
  const taken = useTakenTimes();
  useEffect(() => preloadLater(TimerSettingsDialog.preload), []);
  return (
    <>
      <PageMeta
        title="Focus Time"
        description="A focus timer for the Pomodoro technique."
        path={paths.focus}
      />
      <PageHeader
        title="Focus Time"
        subtitle={<FocusSubtitle userId={user.id} tasks={all} />}
        actions={
          <Button
            variant="outlined"
            disabled={settings.isPending}
            onPointerEnter={TimerSettingsDialog.preload}
            onFocus={TimerSettingsDialog.preload}
            onClick={() => setSetting(true)}
          >
            <Settings2 size={18} aria-hidden="true" />
            Settings
          </Button>
        }
      />
      {settings.saveError && (
        <div className={css.saveError}>
          <SaveErrorMessage
            error={settings.saveError}
            onRetry={settings.retry}
            onDiscard={settings.discard}
          />
        </div>
      )}
      <div className={css.focus}>
        <FocusTimerPanel
          userId={user.id}
          rules={settings.rules}
          tasks={all}
          remaining={remaining}
          taken={taken}
          now={now}
          completedToday={completedCount(sessions.data ?? [], personsDay(now))}
          startButton={startButton}
          isFullScreen={isFullScreen}
          onFullScreen={setFullScreen}
        />
        <DaySessions userId={user.id} tasks={all} />
      </div>
      {isSetting && (
        <TimerSettingsDialog
          rules={settings.rules}
          reminders={<BrowserSwitch />}
          onClose={() => setSetting(false)}
          onSave={(rules) => {
            setSetting(false);
            settings.save(rules);
          }}
        />
      )}
    </>
  );
}

/** Returns the times of all own events and of today's external events. Leaves out events of 23 hours or more. */
function useTakenTimes(): TakenTime[] {
  const today = localDay(useNow());
  const events = useEvents(today, addDays(today, 1));
  const { externalEvents } = useExternalEvents({ from: today, to: today });
  return [...(events.data ?? []), ...externalEvents]
    .filter((event) => !isDayLong(event))
    .map((event) => ({ title: event.title, ...eventSpan(event) }));
}

/** Shows only the timer, on the whole page and, if the browser allows it, on the whole screen. Escape leaves. */
function useFullScreen() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const page = document.documentElement;
    page.setAttribute('data-full-screen', '');
    const leave = () => setOn(false);
    const onChange = () => document.fullscreenElement || leave();
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      // Escape closes an open dialog first.
      const isDialogOpen = document.querySelector('[role="dialog"], [role="alertdialog"]');
      if (key === 'Escape' && !defaultPrevented && !isDialogOpen) leave();
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    // iPhones have no full screen. On an iPhone the timer fills only the page.
    if (document.fullscreenEnabled) page.requestFullscreen().catch(() => undefined);
    return () => {
      page.removeAttribute('data-full-screen');
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    };
  }, [isOn]);
  return [isOn, setOn] as const;
}

/**
 * Starts a focus session with the task of a link to this screen, such as Start focus in a task's menu. The link's state
 * is then removed, so that a reload or Back doesn't start another session. No other website can set this state.
 */
function useTaskOfLink(userId: number, isReady: boolean) {
  const { state } = useLocation() as { state: FocusState | null };
  const navigate = useNavigate();
  const taskId = state?.focusOn;
  useEffect(() => {
    if (taskId === undefined || !isReady) return;
    startFocusOn(userId, taskId);
    void navigate(paths.focus, { replace: true, state: null });
  }, [userId, taskId, isReady, navigate]);
}

/**
 * Focuses the timer's button if the address asks for a session, as Start Focus in the app icon's menu does. Only a
 * press starts the session, because any website can link to this address.
 */
function useStartOfAddress(isReady: boolean) {
  const startButton = useRef<HTMLButtonElement>(null);
  useAddressParameter(START_PARAMETER, () => startButton.current?.focus(), isReady);
  return startButton;
}
