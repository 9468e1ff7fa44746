import { Fragment, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ApiTokensSection } from '../features/apiTokens/ApiTokensSection';
import { CalendarFeedSection } from '../features/calendarFeed/CalendarFeedSection';
import { DaysOff } from '../features/events/DaysOff';
import { DeletedSection } from '../features/deletions/DeletedSection';
import { ExportRows } from '../features/exports/ExportRows';
import FocusSection from '../features/focus/FocusSection';
import { GoogleCalendarRow } from '../features/googleCalendar/GoogleCalendarRow';
import { ImportSection } from '../features/imports/ImportSection';
import AppearanceSection from '../features/appearance/AppearanceSection';
import DaySection from '../features/planning/DaySection';
import { BrowserSwitch } from '../features/reminders/BrowserSwitch';
import { ReminderDevices } from '../features/reminders/ReminderDevices';
import { ReminderKinds } from '../features/reminders/ReminderKinds';
import { DeleteAccountRow } from '../features/session/account/DeleteAccountRow';
import { DevicesSection } from '../features/session/account/DevicesSection';
import { ProfileSection } from '../features/session/account/profile/ProfileSection';
import { useUser } from '../features/session/userContext';
import { useSettings } from '../records/settings/settingsQueries';
import { paths } from '../lib/paths';
import { keyCaps, shortcutText } from '../lib/shortcuts';
import { singleKeys } from '../lib/singleKeys';
import { CheckboxSetting } from '../ui/fields/CheckboxSetting';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { SettingsSection } from '../ui/layout/SettingsSection';
import { useDateKey } from '../ui/hooks/useDateKey';
import css from './SettingsPage.module.css';

interface Section {
  id: string;
  title: string;
  text?: string;
  /**
   * Draws the section again when the format of dates changes. The section must not hold typed text or a secret that is
   * shown once.
   */
  hasDates?: true;
  content: ReactNode;
}

const SECTIONS: readonly Section[] = [
  { id: 'profile', title: 'Profile', content: <ProfileSection /> },
  {
    id: 'devices',
    title: 'Devices',
    text: 'Where you are signed in.',
    hasDates: true,
    content: <DevicesSection />,
  },
  {
    id: 'day',
    title: 'Day',
    text: 'When your days and weeks begin, and when you work.',
    content: (
      <SyncedSettings>
        <DaySection />
        <DaysOff />
      </SyncedSettings>
    ),
  },
  {
    id: 'focus',
    title: 'Focus',
    text: 'How long sessions and breaks are.',
    content: (
      <SyncedSettings>
        <FocusSection />
      </SyncedSettings>
    ),
  },
  { id: 'calendars', title: 'Calendars', content: <Calendars /> },
  {
    id: 'notifications',
    title: 'Reminders',
    text: 'What Daymark reminds you of, and where. Days off are silent.',
    hasDates: true,
    content: (
      <>
        <div className={css.checkbox}>
          <BrowserSwitch />
        </div>
        <SyncedSettings>
          <ReminderKinds />
        </SyncedSettings>
        <ReminderDevices />
      </>
    ),
  },
  {
    id: 'appearance',
    title: 'Appearance',
    text: 'The same on all your devices.',
    content: (
      <SyncedSettings>
        <AppearanceSection />
      </SyncedSettings>
    ),
  },
  { id: 'keyboard', title: 'Keyboard', content: <SingleKeys /> },
  {
    id: 'data',
    title: 'Data',
    text: 'Everything in Daymark is yours. You can take it with you or delete it.',
    content: (
      <>
        <ExportRows />
        <ImportSection />
        <DeleteAccountRow />
      </>
    ),
  },
  {
    id: 'deleted',
    title: 'Recently deleted',
    text: 'You can restore what you deleted in the last 30 days.',
    hasDates: true,
    content: <DeletedSection />,
  },
  {
    id: 'api',
    title: 'API',
    text: 'Tokens that let your own programs read and change your data.',
    content: <ApiTokensSection />,
  },
];

/** /settings. The hash of the address names a section. */
export default function SettingsPage() {
  const { expiresAt } = useUser();
  const dates = useDateKey();
  useShownSection();
  return (
    <>
      <PageMeta title="Settings" description="How Daymark works for you." path={paths.settings} />
      <PageHeader
        title="Settings"
        subtitle={
          expiresAt === null
            ? 'How Daymark works for you. Each setting saves by itself.'
            : 'How Daymark works for you. In this copy of the demo, your account can’t be changed.'
        }
      />
      <div className={css.page}>
        <nav className={css.contents} aria-label="Sections">
          <ul>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <Link to={`#${id}`} replace>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.sections}>
          {SECTIONS.map(({ content, hasDates, ...section }) => (
            <SettingsSection key={section.id} {...section}>
              <Fragment key={hasDates ? dates : undefined}>{content}</Fragment>
            </SettingsSection>
          ))}
        </div>
      </div>
    </>
  );
}

/** Scrolls to the section that the address names, and gives it the focus. */
function useShownSection(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null;
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [hash, key]);
}

function Calendars() {
  return (
    <>
      <GoogleCalendarRow isDemo={useUser().expiresAt !== null} />
      <CalendarFeedSection />
    </>
  );
}

/** Shows settings that are the same on every device, or the error that kept them from loading. */
function SyncedSettings({ children }: { children: ReactNode }) {
  const { isPending, error, refetch } = useSettings();
  return error ? (
    <LoadErrorMessage title="Your settings couldn’t be loaded" error={error} onRetry={refetch} />
  ) : (
    <div aria-busy={isPending}>{children}</div>
  );
}

/** The setting that switches single-key shortcuts off (WCAG 2.1.4). Shortcuts with Ctrl or ⌘ always work. */
function SingleKeys() {
  const isOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.isOn);
  return (
    <div className={css.checkbox}>
      <CheckboxSetting
        title="Single-key shortcuts"
        text={
          <>
            In this browser, such as N for a new task. Press {shortcutText('shortcuts')} to see
            every shortcut. Those with {keyCaps('Mod+K').caps[0]} always work.
          </>
        }
        checked={isOn}
        onChange={singleKeys.set}
      />
    </div>
  );
}
