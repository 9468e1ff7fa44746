import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PartNotLoaded } from '../../lib/partNotLoaded';
import { Button } from '../controls/Button';
import { EmptyState } from './EmptyState';
import { NotLoadedNotice } from './NotLoadedNotice';
import { toast } from '../toasts/toast';

interface BoundaryProps {
  children: ReactNode;
  /** A new value clears the error: another screen, another dialog. */
  resetKey?: unknown;
}

/** An error boundary for a screen: if it can't be rendered or its code can't be loaded, the shell around it stays. */
export function ScreenBoundary({ children, resetKey }: BoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <>
          <EmptyState
            alert
            title="This part couldn’t be loaded"
            action={
              <Button variant="contained" onClick={() => location.reload()}>
                Reload
              </Button>
            }
          >
            Check your connection. If Daymark was just updated, reloading brings the new version.
          </EmptyState>
          {error instanceof PartNotLoaded && <TryAgain error={error} reset={resetErrorBoundary} />}
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface DialogBoundaryProps {
  children: ReactNode;
  isOpen?: boolean;
  onClose: () => void;
}

/**
 * Draws what opens over a screen, or in it at a click. The screen stays as it is while the code loads. Without a network a
 * notice says so, and it opens when the network is back. Another error closes it, and a toast reports that.
 */
export function DialogBoundary({ children, isOpen = true, onClose }: DialogBoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[isOpen]}
      fallbackRender={({ error, resetErrorBoundary }) =>
        error instanceof PartNotLoaded && (
          <TryAgain error={error} reset={resetErrorBoundary} hasNotice={isOpen} />
        )
      }
      onError={(error) => {
        if (error instanceof PartNotLoaded) return;
        onClose();
        toast({
          title: 'This couldn’t be opened',
          description: 'Reload the page and try again.',
          severity: 'error',
          action: { label: 'Reload', run: () => location.reload() },
        });
      }}
    >
      {/* The keys of the screen are off while it opens (ui/dialogs/overlay.ts). */}
      <Suspense fallback={isOpen && <div role="dialog" hidden />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * Draws what a screen shows by itself and can do without. `fallback` takes its place while its code loads, also while
 * there is no network for that.
 */
export function PartBoundary({
  children,
  fallback,
}: {
  children: ReactNode;
  fallback?: ReactNode;
}) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof PartNotLoaded)) throw error;
        return (
          <>
            {fallback}
            <TryAgain error={error} reset={resetErrorBoundary} />
          </>
        );
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface TryAgainProps {
  error: PartNotLoaded;
  reset: () => void;
  hasNotice?: boolean;
}

/** Draws a part again whose code could not be loaded: when the browser is online again, or at a press. */
function TryAgain({ error, reset, hasNotice = false }: TryAgainProps) {
  const tryAgain = () => {
    error.forget();
    reset();
  };
  const tryOnline = useEffectEvent(tryAgain);
  useEffect(() => {
    const onOnline = () => tryOnline();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      // It may be opened again from elsewhere.
      error.forget();
    };
  }, [error]);
  return hasNotice && <NotLoadedNotice onRetry={tryAgain} />;
}
