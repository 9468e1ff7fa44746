import { lazyComponent } from '../../ui/lazyComponent';
import { askLater, useSharedDraft } from './sharedDrafts';

const SharedDialog = lazyComponent(() => import('./SharedDialog'));

interface AskAboutSharedProps {
  userId: number;
  /** Follows a link to a screen. */
  onOpen: (path: string) => void;
}

/** Asks what to do with a text that another app has shared, if there is one. */
export function AskAboutShared({ userId, onOpen }: AskAboutSharedProps) {
  const shared = useSharedDraft(userId);
  return (
    shared && <SharedDialog key={shared.id} shared={shared} onOpen={onOpen} onClose={askLater} />
  );
}
