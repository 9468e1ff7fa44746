import { Button } from './Button';
import { EmptyState } from './EmptyState';

interface LoadErrorProps {
  /** What isn’t there: "Your tasks couldn’t be loaded". */
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Stands where something would be that couldn't be loaded: why, and another try. */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  return (
    <EmptyState
      alert
      title={title}
      action={
        <Button variant="outlined" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {error.message}
    </EmptyState>
  );
}
