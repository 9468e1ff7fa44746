import { SETTINGS_ID } from '@daymark/contract/settings';
import { browserStorage } from '../../lib/browser/browserStorage';
import { dateSettings } from '../../lib/time/dateSettings';
import { density } from '../../lib/browser/density';
import type { Sync } from '../../sync/createSync';
import { colorMode, showColorMode, type ColorMode } from '../../ui/theme/colorMode';

/** The storage key of the theme that this browser last took from the settings. */
const SHOWN_THEME_KEY = 'daymark.shownTheme';

interface Events {
  /** Called when the person returns from a chosen zone to the device's zone. */
  onZoneOfDevice: () => void;
}

/**
 * Applies the person's settings for the appearance and for dates, at the start and when they change here or on another
 * device. The settings are applied outside React, because some settings are needed before the first paint. This browser
 * keeps a copy of those settings.
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

/** Applies the theme of the settings. If the settings have no theme, each browser keeps its own theme. */
function followTheme(sync: Sync, theme: ColorMode | undefined, isFirst: boolean): void {
  if (theme === undefined) return;
  if (theme !== browserStorage.get(SHOWN_THEME_KEY)) {
    browserStorage.set(SHOWN_THEME_KEY, theme);
    showColorMode(theme);
  } else if (isFirst && theme !== colorMode.current()) {
    // The theme was chosen on a public page without the app.
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
