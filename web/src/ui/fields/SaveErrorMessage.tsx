import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../controls/Button';
import css from './SaveErrorMessage.module.css';
import { wantedRetry } from '../wantedRetry';

export interface SaveError {
  /** The reason why the server rejected the change. */
  sentence?: string | undefined;
  kind: 'rejected' | 'retrying';
  /**
   * The question to the person: whether to delete a record that another device has changed, or to bring back one that
   * another device has deleted.
   */
  asks?: 'delete' | 'restore' | undefined;
}

interface SaveErrorProps {
  error: SaveError;
  onRetry: () => void;
  /** Discards a rejected change. */
  onDiscard?: (() => void) | undefined;
}

const SAVE = { title: 'Not saved', retry: 'Retry', discard: 'Discard' };

const QUESTIONS = {
  delete: { title: 'Not deleted', retry: 'Delete anyway', discard: 'Keep' },
  restore: { title: 'Deleted on another device', retry: 'Bring back', discard: 'Discard' },
};

/** Shows a save error, with the server's reason for a rejection and buttons for what the person can do about it. */
export function SaveErrorMessage({ error, onRetry, onDiscard }: SaveErrorProps) {
  const isRejected = error.kind === 'rejected';
  const { title, retry, discard } = isRejected && error.asks ? QUESTIONS[error.asks] : SAVE;
  const sentence = isRejected ? error.sentence : undefined;
  const button = useRef<HTMLButtonElement>(null);
  const isWanted = useSyncExternalStore(wantedRetry.subscribe, wantedRetry.get);
  useEffect(() => {
    // Another message may have taken the focus by now.
    if (!isWanted || !isRejected || !wantedRetry.get()) return;
    wantedRetry.set(false);
    button.current?.scrollIntoView({ block: 'center' });
    button.current?.focus({ preventScroll: true });
  }, [isWanted, isRejected]);
  return (
    <span className={css.saveError} title={sentence}>
      <span role="status">
        <strong>{title}</strong>
        {sentence && <span> · {sentence}</span>}
      </span>
      <Button ref={button} size="small" data-retry onClick={onRetry}>
        {retry}
      </Button>
      {isRejected && onDiscard && (
        <Button size="small" onClick={onDiscard}>
          {discard}
        </Button>
      )}
    </span>
  );
}
