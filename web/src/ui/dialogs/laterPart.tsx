import type { ComponentType } from 'react';
import { useLaterPart } from './useLaterPart';

/**
 * A component whose code is loaded once the screen is painted; until then it draws nothing. Not through Suspense, which
 * would draw it 300 ms later.
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return function Part(props: Props) {
    const part = useLaterPart(load);
    return part && <part.default {...props} />;
  };
}
