import { SETTINGS_ID } from '@daymark/contract/settings';
import { browserStorage } from '../../lib/browser/browserStorage';
import { dateSettings } from '../../lib/time/dateSettings';
import { density } from '../../lib/browser/density';
import type { Sync } from '../../sync/createSync';
import { colorMode, showColorMode, type ColorMode } from '../../ui/theme/colorMode';

/** The theme of the settings that this browser has last shown. */
const SHOWN_THEME_KEY = 'daymark.shownTheme';

interface Events {
  /** The person's zone is the device's again, after another one. */
  onZoneOfDevice: () => void;
}

/**
 * Shows the look, and writes the dates, as the person's settings say: at the start, and when they change, here or on
 * another device. It is outside React, because some of it is needed before the first paint: this browser keeps a copy.
 */
export function followSettings(sync: Sync, { onZoneOfDevice }: Events): void {
  const read = () => sync.records('settings').data?.[0];
  let shown: ReturnType<typeof read>;
  const follow = () => {
    const settings = read();
    if (!settings || settings === shown) return;
    const isFirst = shown === undefined;
    const hadZone = typeof shown?.timeZone === 'string';
    shown = settings;
    dateSettings.set(settings);
    density.set(settings.density);
    followTheme(sync, settings.theme, isFirst);
    if (hadZone && settings.timeZone === null) onZoneOfDevice();
  };
  sync.subscribe(follow);
  follow();
  const unsubscribe = colorMode.onChosen(() => saveTheme(sync));
  sync.signal.addEventListener('abort', unsubscribe);
}

/** Until a theme is chosen while somebody is signed in, each browser keeps its own. */
function followTheme(sync: Sync, theme: ColorMode | undefined, isFirst: boolean): void {
  if (theme === undefined) return;
  if (theme !== browserStorage.get(SHOWN_THEME_KEY)) {
    browserStorage.set(SHOWN_THEME_KEY, theme);
    showColorMode(theme);
  } else if (isFirst && theme !== colorMode.current()) {
    // Chosen on a public page, which has no app.
    saveTheme(sync);
  }
}

const saveTheme = (sync: Sync): void =>
  sync.mutate({
    kind: 'update',
    collection: 'settings',
    id: SETTINGS_ID,
    fields: { theme: colorMode.current() },
  });
