import { MINUTE_MS } from '@daymark/contract/time/units';
import { useEffect, useState } from 'react';

/**
 * Returns the current time, which is updated every minute and whenever the page becomes visible, for example after
 * sleep.
 */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tick = () => setNow(new Date());
    const timer = setInterval(tick, MINUTE_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
