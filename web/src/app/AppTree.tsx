import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { lazyPart } from '../lib/browser/lazyPart';
import { queryClient } from '../lib/api/queryClient';
import { ScreenBoundary } from '../ui/states/Boundary';
import '../ui/keys/composingKeys';
import { toastArea } from '../ui/toasts/toast';
import { AppRoutes } from './routes';

export const ToastArea = lazyPart(() => import('../ui/toasts/ToastArea'));

const noToasts = () => false;

/**
 * The whole app inside the router it is given: the browser's, or the build's, which draws the public pages with the
 * very same tree, so that the app finds in them what it would have drawn.
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
      {/* A toast that can't be drawn must not take down what it is about. */}
      <ErrorBoundary fallback={null}>
        <Suspense>{toasts && <ToastArea />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
