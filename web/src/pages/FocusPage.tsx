import { FocusTimerPanel } from '../features/focus/FocusTimerPanel';
import { TodaysSessions } from '../features/focus/TodaysSessions';
import { useTimerSettings } from '../features/focus/focusQueries';
import { useUser } from '../features/session/userContext';
import { useTasks } from '../features/tasks/taskQueries';
import { paths } from '../lib/paths';
import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { preload, preloadLater } from '../lib/preload';
import { DialogBoundary } from '../ui/Boundary';
import { Button } from '../ui/Button';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { SaveTrouble } from '../ui/SaveTrouble';
import css from './FocusPage.module.css';

const loadSettings = () => import('../features/focus/TimerSettingsDialog');
const TimerSettingsDialog = lazy(loadSettings);

/** /focus (spec §2): title, the word about the technique, the timer; what ran today; the timer's settings. */
export default function FocusPage() {
  const user = useUser();
  const tasks = useTasks();
  const settings = useTimerSettings();
  const [isSetting, setSetting] = useState(false);
  useEffect(() => preloadLater(loadSettings), []);
  return (
    <>
      <PageMeta
        title="Focus Time"
        description="A focus timer in the Pomodoro technique."
        path={paths.focus}
      />
      <PageHeader
        title="Focus Time"
        subtitle="Focused work and short breaks: the Pomodoro technique."
        actions={
          <Button
            variant="outlined"
            disabled={settings.isPending}
            onPointerEnter={() => preload(loadSettings)}
            onFocus={() => preload(loadSettings)}
            onClick={() => setSetting(true)}
          >
            <Settings2 size={18} aria-hidden="true" />
            Settings
          </Button>
        }
      />
      {settings.trouble && (
        <div className={css.trouble}>
          <SaveTrouble
            sentence={settings.trouble.sentence}
            onRetry={settings.retry}
            onDiscard={settings.trouble.kind === 'refused' ? settings.discard : undefined}
          />
        </div>
      )}
      <div className={css.focus}>
        <FocusTimerPanel userId={user.id} rules={settings.rules} tasks={tasks.data ?? []} />
        <TodaysSessions tasks={tasks.data ?? []} />
      </div>
      {isSetting && (
        <DialogBoundary>
          <Suspense>
            <TimerSettingsDialog
              rules={settings.rules}
              onClose={() => setSetting(false)}
              onSave={(rules) => {
                setSetting(false);
                settings.save(rules);
              }}
            />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}
