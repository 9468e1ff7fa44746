import { useEffect, useState } from 'react';
import { afterPaint } from '../lib/afterPaint';
import { fetchPart, loadedPart } from '../lib/preload';

/** What `load` brings; undefined until it has arrived. It is asked for once the component is painted. */
export function useLaterPart<Part extends object>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState(() => loadedPart(load));
  useEffect(() => {
    if (part) return;
    afterPaint(() => void fetchPart(load).then(setPart, () => undefined));
  }, [load, part]);
  return part;
}
