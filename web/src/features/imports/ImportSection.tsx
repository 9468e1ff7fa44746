import { importedCollections } from '@daymark/contract/accountExport';
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { numberText, percentText } from '../../lib/text/numbers';
import { Button } from '../../ui/controls/Button';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { useNow } from '../../ui/hooks/useNow';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import type { NotTakenOver } from './importDraft';
import type { ImportCounts, ImportPreview } from './importPreview';
import css from './ImportSection.module.css';
import {
  countOf,
  fileOf,
  countsText,
  notTakenOverText,
  rangeText,
  reportFile,
  resultText,
  undoneText,
  undoQuestion,
  undoUntilText,
} from './importText';
import { canUndo, sumOf, type StoredImport } from './storedImport';
import { useImport, type ImportStep } from './useImport';

/** Imports a file of another planner or of Daymark: preview, progress, report, and one Undo. */
export function ImportSection() {
  const { step, existing, isReady, choose, cancel, start, finish, undo, dismiss } = useImport();
  const heading = useRef<HTMLParagraphElement>(null);
  // The focused element may have been removed with the previous step.
  useEffect(() => {
    if (step.kind !== 'choose' && document.activeElement === document.body)
      heading.current?.focus();
  }, [step.kind]);
  const take = (file: File | undefined) => {
    if (file && isReady && step.kind === 'choose') choose(file);
  };
  return (
    <FileDrop isOpen={step.kind === 'choose'} onDrop={take}>
      <div className={css.head}>
        <div>
          <strong>Import</strong>
          <p className={css.status} role="status" tabIndex={-1} ref={heading}>
            {statusText(step)}
          </p>
        </div>
        {step.kind === 'choose' && <FileChoice isReady={isReady} onChoose={take} />}
      </div>
      {step.kind === 'choose' && step.error !== undefined && <ErrorText>{step.error}</ErrorText>}
      {step.kind === 'reading' && (
        <div className={css.actions}>
          <Button variant="outlined" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {step.kind === 'preview' && existing && (
        <>
          <Preview preview={step.preview} existing={existing} />
          {step.error !== undefined && <ErrorText>{step.error}</ErrorText>}
          <div className={css.actions}>
            {step.preview.parts > 0 && (
              <Button variant="contained" onClick={() => start(step.preview)}>
                Import
              </Button>
            )}
            <Button variant="outlined" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
      {step.kind === 'importing' && (
        <>
          <Progress done={step.stored.sent} of={step.stored.parts} label="Import" />
          {step.error !== undefined && (
            <>
              <ErrorText>{step.error}</ErrorText>
              <div className={css.actions}>
                <Button variant="contained" onClick={() => finish(step.stored)}>
                  Try Again
                </Button>
                <UndoButton stored={step.stored} onUndo={undo} />
              </div>
            </>
          )}
        </>
      )}
      {step.kind === 'unfinished' && (
        <div className={css.actions}>
          {step.stored.phase === 'importing' ? (
            <>
              <Button variant="contained" onClick={() => finish(step.stored)}>
                Finish Import
              </Button>
              <UndoButton
                stored={step.stored}
                onUndo={undo}
                otherwise={() => dismiss(step.stored)}
              />
            </>
          ) : (
            <Button variant="contained" onClick={() => undo(step.stored)}>
              Finish Undoing
            </Button>
          )}
        </div>
      )}
      {step.kind === 'done' && (
        <Report stored={step.stored} onUndo={undo} onDismiss={() => dismiss(step.stored)} />
      )}
      {step.kind === 'undoing' && (
        <>
          <Progress
            done={step.undone.deleted + step.undone.kept}
            of={Math.max(1, sumOf(step.stored.created))}
            label="Undo"
          />
          {step.error !== undefined && (
            <>
              <ErrorText>{step.error}</ErrorText>
              <div className={css.actions}>
                <Button variant="contained" onClick={() => undo(step.stored)}>
                  Try Again
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </FileDrop>
  );
}

/** Returns the text that is shown and announced to screen readers when the step changes. */
function statusText(step: ImportStep): string {
  switch (step.kind) {
    case 'choose':
      return step.undone === undefined
        ? 'From a file of Daymark, Todoist, TickTick, Super Productivity or Vikunja, or any calendar (.ics). Choose it, or drop it here. You’ll see what is in it before anything is added.'
        : undoneText(step.undone);
    case 'reading':
      return `Reading ${step.fileName}…`;
    case 'preview':
      return `${step.preview.fileName} is ${fileOf(step.preview.source)}. Nothing has been added yet.`;
    case 'elsewhere':
      return step.stored.phase === 'undoing'
        ? `The import of ${step.stored.fileName} is being undone in another tab.`
        : `${step.stored.fileName} is being imported in another tab.`;
    case 'importing':
      return step.error === undefined
        ? `Importing ${step.stored.fileName}…`
        : `The import of ${step.stored.fileName} was interrupted. What was added so far stays until you finish or undo it.`;
    case 'unfinished':
      return step.stored.phase === 'importing'
        ? `The import of ${step.stored.fileName} was interrupted. Added so far: ${countsText(step.stored.created)}.`
        : `Undoing the import of ${step.stored.fileName} was interrupted.`;
    case 'done':
      return resultText(step.stored);
    case 'undoing':
      return step.error === undefined
        ? `Undoing the import of ${step.stored.fileName}…`
        : `Undoing the import of ${step.stored.fileName} was interrupted.`;
  }
}

interface FileDropProps {
  /**
   * Whether a file can be dropped now. Otherwise a drop is ignored, and the browser doesn't open the dropped file
   * either.
   */
  isOpen: boolean;
  onDrop: (file: File | undefined) => void;
  children: ReactNode;
}

/** An area that accepts a dropped file. */
function FileDrop({ isOpen, onDrop, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const drag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setIsOver(isInside && isOpen);
  };
  return (
    <div
      className={css.section}
      data-over={isOver}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}

interface FileChoiceProps {
  isReady: boolean;
  onChoose: (file: File | undefined) => void;
}

function FileChoice({ isReady, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        variant="outlined"
        size="small"
        disabled={!isReady}
        onClick={() => input.current?.click()}
      >
        Choose File…
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label="File to import"
          disabled={!isReady}
          onChange={({ target }) => {
            onChoose(target.files?.[0]);
            // Otherwise choosing the same file again would fire no change event.
            target.value = '';
          }}
        />
      </VisuallyHidden>
    </div>
  );
}

function ErrorText({ children }: { children: string }) {
  return (
    <p className={css.error} role="alert">
      {children}
    </p>
  );
}

function Preview({ preview, existing }: { preview: ImportPreview; existing: ImportCounts }) {
  const { ids, titles, notTakenOver, range, settings } = preview;
  const kinds = importedCollections.filter((name) => ids[name].length > 0);
  const existed = sumOf(existing);
  return (
    <>
      {kinds.length === 0 && <p>There is nothing in this file to add.</p>}
      <ul className={css.counts}>
        {kinds.map((name) => (
          <li key={name}>
            <strong>{countOf(name, ids[name].length)}</strong>
            {existing[name] > 0 && <span>{numberText(existing[name])} already here</span>}
            {titles[name] && (
              <span className={css.titles}>
                {titles[name].join(' · ')}
                {ids[name].length > titles[name].length && ' …'}
              </span>
            )}
          </li>
        ))}
      </ul>
      {existed > 0 && (
        <p>Records that are already here stay as they are and are not added twice.</p>
      )}
      {settings && Object.keys(settings).length > 0 && (
        <p>The settings from the file replace yours. Undo restores yours.</p>
      )}
      {range && <p>{rangeText(range)}</p>}
      <FieldList notTakenOver={notTakenOver} />
    </>
  );
}

function FieldList({ notTakenOver }: { notTakenOver: readonly NotTakenOver[] }) {
  if (notTakenOver.length === 0) return <p>Daymark has a field for everything in it.</p>;
  return (
    <details className={css.fields} open>
      <summary>Fields that Daymark doesn’t have</summary>
      <ul>
        {notTakenOver.map((one) => (
          <li key={`${one.field} ${one.outcome}`}>{notTakenOverText(one)}</li>
        ))}
      </ul>
    </details>
  );
}

function Progress({ done, of, label }: { done: number; of: number; label: string }) {
  const fraction = of === 0 ? 1 : Math.min(1, done / of);
  return (
    <div className={css.progress}>
      <progress value={fraction} max={1} aria-label={label} />
      <span>{percentText(fraction)}</span>
    </div>
  );
}

interface ReportProps {
  stored: StoredImport;
  onUndo: (stored: StoredImport) => void;
  onDismiss: () => void;
}

function Report({ stored, onUndo, onDismiss }: ReportProps) {
  const now = useNow();
  return (
    <>
      {stored.settings && <p>The settings from the file were imported.</p>}
      {stored.range && <p>{rangeText(stored.range)}</p>}
      <FieldList notTakenOver={stored.notTakenOver} />
      {canUndo(stored, now) && <p>{undoUntilText(stored)}</p>}
      <div className={css.actions}>
        <Button variant="contained" onClick={onDismiss}>
          Done
        </Button>
        <UndoButton stored={stored} onUndo={onUndo} />
        <Button onClick={() => saveReport(stored)}>Save Report</Button>
      </div>
    </>
  );
}

interface UndoButtonProps {
  stored: StoredImport;
  onUndo: (stored: StoredImport) => void;
  /** Called by the button “Keep What Was Added”, which replaces Undo when it is too late to undo. */
  otherwise?: () => void;
}

/**
 * Offers to undo an import, after a confirmation. When it is too late, offers to keep the records instead, if
 * `otherwise` is set.
 */
function UndoButton({ stored, onUndo, otherwise }: UndoButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const now = useNow();
  if (!canUndo(stored, now))
    return (
      otherwise && (
        <Button variant="outlined" onClick={otherwise}>
          Keep What Was Added
        </Button>
      )
    );
  return (
    <>
      <Button variant="outlined" onClick={() => setIsAsking(true)}>
        Undo Import
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          title="Undo this import?"
          text={undoQuestion(stored)}
          confirm="Undo Import"
          onConfirm={() => onUndo(stored)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function saveReport(stored: StoredImport): void {
  const url = URL.createObjectURL(new Blob([reportFile(stored)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'daymark-import.txt';
  link.click();
  URL.revokeObjectURL(url);
}
