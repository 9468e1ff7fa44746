import { Button } from '../controls/Button';
import { EmptyState } from './EmptyState';

interface LoadErrorProps {
  /** For example, "Your tasks couldn’t be loaded". */
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Shown in place of a list that couldn't be loaded: the reason, and Try Again. */
export function LoadErrorMessage({ title, error, onRetry }: LoadErrorProps) {
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
