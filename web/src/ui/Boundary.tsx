import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from './Button';
import { EmptyState } from './EmptyState';
import { toast } from './toast';

interface BoundaryProps {
  children: ReactNode;
  /** Errors are forgotten when this changes: another screen, another dialog. */
  resetKey?: unknown;
}

/** Keeps a part that can't be drawn, or whose code can't be fetched, from taking the rest of the screen with it. */
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

/** The same for what opens over a screen: the screen stays as it is, and a notice says so. */
export function DialogBoundary({ children, resetKey }: BoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[resetKey]}
      fallback={null}
      onError={() =>
        toast({
          title: 'This couldn’t be opened',
          description: 'Check your connection and reload the page.',
          tone: 'error',
          action: { label: 'Reload', run: () => location.reload() },
        })
      }
    >
      {children}
    </ErrorBoundary>
  );
}
