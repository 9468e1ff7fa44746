import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { lazyComponent } from '../ui/lazyComponent';
import { queryClient } from '../lib/api/queryClient';
import { ScreenBoundary } from '../ui/states/Boundary';
import '../ui/keys/composingKeys';
import { toastArea } from '../ui/toasts/toast';
import { AppRoutes } from './routes';

export const ToastArea = lazyComponent(() => import('../ui/toasts/ToastArea'));

const noToasts = () => false;

/**
 * Draws the whole app inside the given router. The build draws the public pages with the same tree in its own router,
 * so that the app can hydrate them.
 */
export function AppTree({ router }: { router: (routes: ReactNode) => ReactNode }) {
  const toasts = useSyncExternalStore(toastArea.subscribe, toastArea.wanted, noToasts);
  return (
    <>
      <QueryClientProvider client={queryClient}>
        {router(
          <ScreenBoundary>
            <AppRoutes />
          </ScreenBoundary>,
        )}
      </QueryClientProvider>
      {/* A toast that can't be drawn must not break the screen. */}
      <ErrorBoundary fallback={null}>
        <Suspense>{toasts && <ToastArea />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
