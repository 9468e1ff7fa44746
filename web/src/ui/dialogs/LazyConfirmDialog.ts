import { lazyComponent } from '../lazyComponent';

export const LazyConfirmDialog = lazyComponent(() => import('./ConfirmDialog'));
