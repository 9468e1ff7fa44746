import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PartNotLoaded } from '../../lib/partNotLoaded';
import { Button } from '../controls/Button';
import { EmptyState } from './EmptyState';
import { NotLoadedNotice } from './NotLoadedNotice';
import { toast } from '../toasts/toast';

interface BoundaryProps {
  children: ReactNode;
  /** A new value, such as another screen or another dialog, clears the error. */
  resetKey?: unknown;
}

/**
 * An error boundary for a screen. If the screen can't be rendered or its code can't be loaded, the shell around it
 * stays.
 */
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
            Check your internet connection. If Daymark was just updated, reload to get the new
            version.
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
 * Draws a part that opens over the screen, or that a click opens within the screen. The screen stays as it is while the
 * code loads. If the code can't be loaded, a notice says so, and the part opens after Try again or when the network is
 * back. Any other error closes the part, and a toast reports it.
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
      {/* Turns the screen's shortcuts off while the part opens (ui/dialogs/overlay.ts). */}
      <Suspense fallback={isOpen && <div role="dialog" hidden />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * Draws a part that appears without a click and that the screen can do without. `fallback` is shown while the part's
 * code loads, and as long as the code can't be loaded. Any other error goes to the boundary around this one.
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

/** Retries a part whose code couldn't be loaded, when the browser comes online or the person presses Try again. */
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
      // Otherwise the part would fail at once when it is opened again.
      error.forget();
    };
  }, [error]);
  return hasNotice && <NotLoadedNotice onRetry={tryAgain} />;
}
