import { Fragment } from 'react';
import { keyCaps } from '../lib/shortcuts';
import css from './ShortcutKeys.module.css';

/** The keys of a shortcut, as they are printed on a keyboard: `keys` as lib/shortcuts.ts writes them. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const { caps, isSequence } = keyCaps(keys);
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
