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

/** Settings: the theme, and how high rows are. Default export: only for /settings. */
export default function LookSection() {
  return (
    <>
      <Theme />
      <Density />
    </>
  );
}

function Theme() {
  // What this browser shows: without a choice on any device, that is its own.
  const theme = useSyncExternalStore(colorMode.subscribe, colorMode.current);
  const { isPending } = useSettings();
  const { save, state } = useSavedSettings('Theme changed', 'theme');
  return (
    <SettingRow title="Theme" text="The system’s, or always the same one." state={state}>
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
    <SettingRow
      title="Density"
      text="How high the rows of lists and the cards of notes are."
      state={state}
    >
      <ChoiceGroup
        label="Density"
        choices={DENSITIES}
        value={isPending ? undefined : settings.density}
        onChange={(value) => save({ density: value })}
      />
    </SettingRow>
  );
}
