import { Link } from 'react-router-dom';
import { useSyncExternalStore } from 'react';
import { paths } from '../../lib/paths';
import { keyCaps, SHORTCUTS, type ShortcutScope } from '../../lib/shortcuts';
import { singleKeys } from '../../lib/singleKeys';
import { Dialog } from '../../ui/dialogs/Dialog';
import { ShortcutKeys } from '../../ui/keys/ShortcutKeys';
import css from './ShortcutsDialog.module.css';

const all = Object.values(SHORTCUTS);
const scopes = [...new Set(all.map(({ scope }) => scope))];

/** Lists every shortcut, by the part of the app in which it works. Default export, because it is loaded lazily. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.isOn);
  return (
    <Dialog title="Keyboard shortcuts" dismiss="Close" width="md" fillsPhone onClose={onClose}>
      <p className={css.note}>
        {isOn
          ? 'Single-key shortcuts don’t work while you type. You can turn them off in '
          : 'Single-key shortcuts are off. You can turn them on in '}
        <Link to={paths.settings} onClick={onClose}>
          Settings
        </Link>
        .
      </p>
      <div className={css.scopes}>
        {scopes.map((scope) => (
          <ShortcutsIn key={scope} scope={scope} />
        ))}
      </div>
    </Dialog>
  );
}

function ShortcutsIn({ scope }: { scope: ShortcutScope }) {
  return (
    <section>
      <h3>{scope}</h3>
      <dl>
        {all
          .filter((shortcut) => shortcut.scope === scope)
          .map(({ name, keys }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {keys.map((one, nth) => (
                  <span key={one}>
                    {nth > 0 && ' or '}
                    <ShortcutKeys {...keyCaps(one)} />
                  </span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
