import { Fragment } from 'react';
import type { keyCaps } from '../../lib/shortcuts';
import css from './ShortcutKeys.module.css';

/** The keys of a shortcut, as they are printed on a keyboard. */
export function ShortcutKeys({ caps, isSequence }: ReturnType<typeof keyCaps>) {
  return (
    <span className={css.keys}>
      {caps.map((cap, nth) => (
        <Fragment key={cap}>
          {nth > 0 && (isSequence ? ' then ' : ' ')}
          <kbd>{cap}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
