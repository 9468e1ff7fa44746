import { Button } from './Button';
import { Notice } from './Notice';

interface LoadFaultProps {
  /** What isn’t there: "Your tasks couldn’t be loaded". */
  title: string;
  error: Error;
  onRetry: () => void;
}

/** Stands where something would be that couldn't be loaded: why, and another try. */
export function LoadFault({ title, error, onRetry }: LoadFaultProps) {
  return (
    <Notice
      alert
      title={title}
      action={
        <Button variant="outlined" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {error.message}
    </Notice>
  );
}
