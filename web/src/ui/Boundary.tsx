import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from './Button';
import { EmptyState } from './EmptyState';
import { toast } from './toast';

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
      fallback={
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
      }
    >
      {children}
    </ErrorBoundary>
  );
}

/** An error boundary for what opens over a screen: the screen stays as it is, and a toast reports the error. */
export function DialogBoundary({
  children,
  resetKey,
  onError,
}: BoundaryProps & { onError?: () => void }) {
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      fallback={null}
      onError={() => {
        onError?.();
        toast({
          title: 'This couldn’t be opened',
          description: 'Check your connection and reload the page.',
          severity: 'error',
          action: { label: 'Reload', run: () => location.reload() },
        });
      }}
    >
      {children}
    </ErrorBoundary>
  );
}
