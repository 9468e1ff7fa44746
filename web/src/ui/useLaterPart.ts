import { useEffect, useState } from 'react';
import { afterPaint } from '../lib/afterPaint';
import { pause } from '../lib/pause';
import { fetchPart, loadedPart } from '../lib/preload';

/** After a first paint a dozen parts are asked for. Each is in a task of its own. */
let turn: Promise<unknown> = Promise.resolve();

/** What `load` brings; undefined until it has arrived. It is asked for once the component is painted. */
export function useLaterPart<Part extends object>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState(() => loadedPart(load));
  useEffect(() => {
    if (part) return;
    afterPaint(() => {
      turn = turn.then(pause).then(() => void fetchPart(load).then(setPart, () => undefined));
    });
  }, [load, part]);
  return part;
}
