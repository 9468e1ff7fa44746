import { Button } from './Button';
import css from './SaveError.module.css';

interface SaveErrorProps {
  /** Why, where somebody has to do something about it. */
  sentence?: string | undefined;
  onRetry: () => void;
  /** Left out while giving up makes no sense yet. */
  onDiscard?: (() => void) | undefined;
}

/** Says on a record that what is shown of it isn't saved, and what can be done. */
export function SaveError({ sentence, onRetry, onDiscard }: SaveErrorProps) {
  return (
    <span className={css.saveError} title={sentence}>
      <span role="status">
        <strong>Not saved</strong>
        {sentence && <span> · {sentence}</span>}
      </span>
      <Button size="small" onClick={onRetry}>
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
