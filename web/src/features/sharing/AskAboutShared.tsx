import { lazyDialog } from '../../ui/dialogs/lazyDialog';
import { askLater, useSharedDraft } from './sharedDrafts';

const SharedDialog = lazyDialog(() => import('./SharedDialog'));

interface AskAboutSharedProps {
  userId: number;
  /** Follows a link to a screen. */
  onOpen: (path: string) => void;
}

/**
 * Asks what becomes of a text that another app has shared, if there is one. Default export, because it is loaded once the
 * screen is painted.
 */
export default function AskAboutShared({ userId, onOpen }: AskAboutSharedProps) {
  const shared = useSharedDraft(userId);
  return (
    shared && <SharedDialog key={shared.id} shared={shared} onOpen={onOpen} onClose={askLater} />
  );
}
