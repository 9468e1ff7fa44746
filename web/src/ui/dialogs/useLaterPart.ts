import { useEffect, useState } from 'react';
import { afterPaint } from '../../lib/browser/afterPaint';
import { pause } from '../../lib/api/pause';
import { fetchPart, loadedPart } from '../../lib/browser/preload';

/** After a first paint a dozen parts are asked for. Each is in a task of its own. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * What `load` brings; undefined until it has arrived. It is asked for once the component is painted, and again when the
 * network is back.
 */
export function useLaterPart<Part extends object>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState(() => loadedPart(load));
  useEffect(() => {
    if (part) return undefined;
    const ask = () => {
      turn = turn.then(pause).then(() => void fetchPart(load).then(setPart, () => undefined));
    };
    afterPaint(ask);
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [load, part]);
  return part;
}
