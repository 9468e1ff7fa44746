import { useSyncExternalStore } from 'react';
import { WorkingHoursForm } from '../features/planning/WorkingHoursForm';
import { useWorkingHours } from '../features/planning/planningQueries';
import { paths } from '../lib/paths';
import { keyCaps, shortcutText } from '../lib/shortcuts';
import { singleKeys } from '../lib/singleKeys';
import { LoadErrorMessage } from '../ui/LoadErrorMessage';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { Panel } from '../ui/Panel';
import { SaveErrorMessage } from '../ui/SaveErrorMessage';
import css from './SettingsPage.module.css';

/** /settings: working hours, shortcuts of a single key. */
export default function SettingsPage() {
  const settings = useWorkingHours();
  return (
    <>
      <PageMeta title="Settings" description="How Daymark works for you." path={paths.settings} />
      <PageHeader title="Settings" subtitle="How Daymark works for you." />
      <Panel className={css.panel} aria-labelledby="working-hours" aria-busy={settings.isPending}>
        <header>
          <h2 id="working-hours">Working hours</h2>
          <p>Your free time is counted from them: what is left after your events.</p>
        </header>
        {settings.saveError && (
          <div className={css.saveError}>
            <SaveErrorMessage
              sentence={settings.saveError.sentence}
              onRetry={settings.retry}
              onDiscard={settings.saveError.kind === 'rejected' ? settings.discard : undefined}
            />
          </div>
        )}
        {settings.error ? (
          <LoadErrorMessage
            title="Your settings couldn’t be loaded"
            error={settings.error}
            onRetry={settings.refetch}
          />
        ) : settings.isPending ? (
          <div className={css.pending} />
        ) : (
          <WorkingHoursForm hours={settings.hours} onSave={settings.save} />
        )}
      </Panel>
      <SingleKeys />
    </>
  );
}

/** Shortcuts of a single key can be switched off (WCAG 2.1.4). Those with Ctrl or ⌘ stay. */
function SingleKeys() {
  const isOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.isOn);
  return (
    <Panel className={css.panel} aria-labelledby="keyboard">
      <header>
        <h2 id="keyboard">Keyboard</h2>
        <p>
          Press {shortcutText('shortcuts')} to see every shortcut. Those with{' '}
          {keyCaps('Mod+K').caps[0]} always work.
        </p>
      </header>
      <label className={css.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => singleKeys.set(target.checked)}
        />
        <span>
          Single-key shortcuts <small>In this browser, such as N for a new task.</small>
        </span>
      </label>
    </Panel>
  );
}
