import css from './NotificationsSection.module.css';
import { SessionNotices } from './SessionNotices';

/** Settings: what the browser notifies about. Default export: only for /settings. */
export default function NotificationsSection() {
  return (
    <div className={css.section}>
      <SessionNotices />
    </div>
  );
}
