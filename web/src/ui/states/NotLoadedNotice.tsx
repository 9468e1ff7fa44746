import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../controls/Button';
import css from './NotLoadedNotice.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/**
 * Says that something can't be opened because its code is not in this browser yet. The notice stays until the code has
 * loaded. This component is part of the app's first files, because the code of toasts may be missing too.
 */
export function NotLoadedNotice({ onRetry }: { onRetry: () => void }) {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return createPortal(
    <div className={css.notice} role="alert">
      <div>
        <strong>{isOnline ? 'This couldn’t be opened' : 'This can’t be opened offline yet'}</strong>
        <p>
          {isOnline
            ? 'Check your internet connection. If Daymark was just updated, reload to get the new version.'
            : 'It opens as soon as you’re back online.'}
        </p>
      </div>
      {isOnline && (
        <>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      )}
    </div>,
    document.body,
  );
}
