import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { colorMode, MODE_LABELS, switchColorMode, type ColorMode } from '../theme/colorMode';
import css from './ColorModeSwitch.module.css';
import { IconButton } from './IconButton';

/** The mode on a prerendered page, which can't know what the person chose. */
const systemMode = (): ColorMode => 'system';

/**
 * A button that cycles through system, light and dark. The button renders all three icons and CSS shows the active one,
 * so that the icon is right before the app has loaded, and on pages without the app.
 */
export function ColorModeSwitch() {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.current, systemMode);
  const label = MODE_LABELS[mode];
  return (
    <IconButton onClick={switchColorMode} label={label} title={label} data-mode-switch>
      <Monitor className={css.system} size={18} aria-hidden="true" />
      <Sun className={css.light} size={18} aria-hidden="true" />
      <Moon className={css.dark} size={18} aria-hidden="true" />
    </IconButton>
  );
}
