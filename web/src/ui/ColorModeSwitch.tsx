import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { colorMode, modeSwitch, setColorMode, type ColorMode } from './colorMode';
import css from './ColorModeSwitch.module.css';
import { IconButton } from './IconButton';

/** All that a page rendered ahead of time can know. */
const systemMode = (): ColorMode => 'system';

/**
 * One button that goes round: as the system, light, dark. It has all three icons and CSS shows the one in force, so
 * that it is right before the app is there, and on pages that have none.
 */
export function ColorModeSwitch() {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.current, systemMode);
  const { next, label } = modeSwitch[mode];
  return (
    <IconButton onClick={() => setColorMode(next)} label={label} title={label} data-mode-switch>
      <Monitor className={css.system} size={18} aria-hidden="true" />
      <Sun className={css.light} size={18} aria-hidden="true" />
      <Moon className={css.dark} size={18} aria-hidden="true" />
    </IconButton>
  );
}
