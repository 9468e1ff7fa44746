import { lazyDialog } from './lazyDialog';

export const LazyConfirmDialog = lazyDialog(() => import('./ConfirmDialog'));
