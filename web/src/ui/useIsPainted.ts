import { useEffect, useState } from 'react';
import { afterPaint } from '../lib/afterPaint';

/** False until the component's first frame is painted: for what is loaded after that. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}
