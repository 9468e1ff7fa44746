import { Check, Settings } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { SCREENS } from '../../lib/screens';
import { paths } from '../../lib/paths';
import { Menu } from '../../ui/dialogs/Menu';
import { colorMode, MODE_LABELS, setColorMode, type ColorMode } from '../../ui/theme/colorMode';

const MODES: readonly ColorMode[] = ['system', 'light', 'dark'];

interface PersonMenuProps {
  anchor: HTMLElement;
  onNavigate?: (() => void) | undefined;
  onClose: () => void;
}

/** The menu at the person's name: Settings and the theme. Default export, because it is loaded on intent. */
export default function PersonMenu({ anchor, onNavigate, onClose }: PersonMenuProps) {
  const mode = useSyncExternalStore(colorMode.subscribe, colorMode.current);
  const navigate = useNavigate();
  return (
    <Menu
      anchor={anchor}
      isAbove
      onClose={onClose}
      items={[
        {
          label: SCREENS.settings.title,
          Icon: Settings,
          onSelect: () => {
            onClose();
            onNavigate?.();
            void navigate(paths.settings);
          },
        },
        ...MODES.map((one) => ({
          label: MODE_LABELS[one],
          Icon: one === mode ? Check : undefined,
          isChecked: one === mode,
          onSelect: () => {
            setColorMode(one);
            onClose();
            anchor.focus();
          },
        })),
      ]}
    />
  );
}
