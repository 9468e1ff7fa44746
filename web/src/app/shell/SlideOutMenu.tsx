import { Drawer } from '../../ui/dialogs/Drawer';
import { ShellColumn } from './ShellColumn';

interface SlideOutMenuProps {
  open: boolean;
  onClose: () => void;
  onReflect: () => void;
}

/** The phone's menu, with the sidebar's entries. Default export, because it is loaded on intent. */
export default function SlideOutMenu({ open, onClose, onReflect }: SlideOutMenuProps) {
  return (
    <Drawer label="Menu" open={open} onClose={onClose}>
      <ShellColumn
        place="menu"
        onNavigate={onClose}
        onReflect={() => {
          onClose();
          onReflect();
        }}
      />
    </Drawer>
  );
}
