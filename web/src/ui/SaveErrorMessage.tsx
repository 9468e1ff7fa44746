import { Button } from './Button';
import css from './SaveErrorMessage.module.css';

interface SaveErrorProps {
  /** Why the server rejected the mutation; left out while it is retried. */
  sentence?: string | undefined;
  onRetry: () => void;
  /** Left out while the mutation is retried. */
  onDiscard?: (() => void) | undefined;
}

/** Shown on a record with a save error: "Not saved", the reason, Retry and Discard. */
export function SaveErrorMessage({ sentence, onRetry, onDiscard }: SaveErrorProps) {
  return (
    <span className={css.saveError} title={sentence}>
      <span role="status">
        <strong>Not saved</strong>
        {sentence && <span> · {sentence}</span>}
      </span>
      <Button size="small" data-retry={onDiscard ? 'rejected' : 'retrying'} onClick={onRetry}>
        Retry
      </Button>
      {onDiscard && (
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </span>
  );
}
