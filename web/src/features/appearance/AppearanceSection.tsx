import { useSyncExternalStore } from 'react';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { colorMode } from '../../ui/theme/colorMode';
import { SettingRow } from '../../ui/layout/SettingRow';
import { useSavedSettings, useSettings } from '../../records/settings/settingsQueries';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

/** The settings for the theme and for the height of rows. Default export, because only /settings loads it. */
export default function AppearanceSection() {
  return (
    <>
      <Theme />
      <Density />
    </>
  );
}

function Theme() {
  // The theme that this browser shows. It follows the system until the person chooses a theme.
  const theme = useSyncExternalStore(colorMode.subscribe, colorMode.current);
  const { isPending } = useSettings();
  const { save, state } = useSavedSettings('Theme changed', 'theme');
  return (
    <SettingRow title="Theme" text="Follow the system, or always use the same one." state={state}>
      <ChoiceGroup
        label="Theme"
        choices={THEMES}
        value={isPending ? undefined : theme}
        onChange={(value) => save({ theme: value })}
      />
    </SettingRow>
  );
}

function Density() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Density changed', 'density');
  return (
    <SettingRow title="Density" text="The height of list rows and note cards." state={state}>
      <ChoiceGroup
        label="Density"
        choices={DENSITIES}
        value={isPending ? undefined : settings.density}
        onChange={(value) => save({ density: value })}
      />
    </SettingRow>
  );
}
