import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { OPEN_MESSAGE } from '../../lib/paths';

/** Goes to the paths that the service worker sends, for example after a click on a notification. */
export function useWorkerLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const onMessage = ({ data, ports }: MessageEvent) => {
      const { type, path } = data as { type?: string; path?: string };
      if (type !== OPEN_MESSAGE || path === undefined) return;
      ports[0]?.postMessage(true);
      void navigate(path);
    };
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [navigate]);
}
