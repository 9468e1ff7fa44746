import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../../lib/browser/afterPaint';

/**
 * A value that follows a moment later: once the change that brought it is painted. For what is computed from thousands
 * of records beside the list that the person looks at. The first value is there at once.
 */
export function usePainted<Value>(value: Value | undefined): Value | undefined {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    if (painted !== value) afterPaint(() => startTransition(() => setPainted(value)));
  }, [painted, value]);
  return painted ?? value;
}
