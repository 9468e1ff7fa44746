import css from './SavedNote.module.css';
import { SaveErrorMessage } from './SaveErrorMessage';

/** The progress of saving a setting, or undefined if nothing was changed on this visit. */
export type SaveState =
  | { kind: 'saving' | 'saved' }
  /** The setting is kept in this browser, and sent when there is a network. */
  | { kind: 'waiting' }
  | {
      kind: 'failed';
      /** The reason for a rejection. Left out while saving is retried automatically. */
      sentence?: string | undefined;
      onRetry: () => void;
      onDiscard?: (() => void) | undefined;
    }
  | undefined;

const TEXTS = {
  saving: 'Saving…',
  saved: 'Saved',
  waiting: 'Saved on this device. It is sent when you are online.',
} as const;

/**
 * Shows beside a setting whether the setting is saved. An empty note is rendered too, so that screen readers announce
 * its changes.
 */
export function SavedNote({ state }: { state: SaveState }) {
  if (state?.kind === 'failed')
    return (
      <div className={css.failed}>
        <SaveErrorMessage
          error={{
            sentence: state.sentence,
            kind: state.sentence === undefined ? 'retrying' : 'rejected',
          }}
          onRetry={state.onRetry}
          onDiscard={state.onDiscard}
        />
      </div>
    );
  return (
    <p className={css.note} role="status" data-state={state?.kind}>
      {state && TEXTS[state.kind]}
    </p>
  );
}
