import { importedCollections } from '@daymark/contract/accountExport';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { numberText, percentText } from '../../lib/numbers';
import { Button } from '../../ui/Button';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
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
} from './importText';
import { sumOf, type StoredImport } from './storedImport';
import { useImport, type ImportStep } from './useImport';

/** Imports what a person has elsewhere: a preview first, then progress, a report, and one Undo. */
export function ImportSection() {
  const { step, existing, isReady, choose, cancel, start, finish, undo, dismiss } = useImport();
  const heading = useRef<HTMLParagraphElement>(null);
  // What had the focus is gone with the step before.
  useEffect(() => {
    if (step.kind !== 'choose' && document.activeElement === document.body)
      heading.current?.focus();
  }, [step.kind]);
  return (
    <div className={css.section}>
      <p className={css.status} role="status" tabIndex={-1} ref={heading}>
        {statusText(step)}
      </p>
      {step.kind === 'choose' && <FileChoice step={step} isReady={isReady} onChoose={choose} />}
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
                <Button variant="outlined" onClick={() => undo(step.stored)}>
                  Undo Import
                </Button>
              </div>
            </>
          )}
        </>
      )}
      {step.kind === 'unfinished' && (
        <div className={css.actions}>
          {step.stored.phase === 'importing' && (
            <Button variant="contained" onClick={() => finish(step.stored)}>
              Finish Import
            </Button>
          )}
          <Button
            variant={step.stored.phase === 'importing' ? 'outlined' : 'contained'}
            onClick={() => undo(step.stored)}
          >
            {step.stored.phase === 'importing' ? 'Undo Import' : 'Finish Undoing'}
          </Button>
        </div>
      )}
      {step.kind === 'done' && <Report stored={step.stored} onUndo={undo} onDismiss={dismiss} />}
      {step.kind === 'undoing' && (
        <>
          <Progress done={step.deleted} of={Math.max(1, sumOf(step.stored.created))} label="Undo" />
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
    </div>
  );
}

/** What a screen reader hears when the step changes; the eye reads it too. */
function statusText(step: ImportStep): string {
  switch (step.kind) {
    case 'choose':
      return step.undone === undefined
        ? 'Bring your tasks, events and notes with you. You see what is in the file before anything is added.'
        : `The import was undone: ${numberText(step.undone)} ${step.undone === 1 ? 'record was' : 'records were'} deleted.`;
    case 'reading':
      return `Reading ${step.fileName}…`;
    case 'preview':
      return `${step.preview.fileName} is ${fileOf(step.preview.source)}. Nothing has been added yet.`;
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

interface FileChoiceProps {
  step: Extract<ImportStep, { kind: 'choose' }>;
  isReady: boolean;
  onChoose: (file: File) => void;
}

function FileChoice({ step, isReady, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const errorId = useId();
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file && isReady) onChoose(file);
  };
  const onDrag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  return (
    <div
      className={css.drop}
      data-over={isOver}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <Button
        variant="outlined"
        disabled={!isReady}
        aria-describedby={step.error === undefined ? undefined : errorId}
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
            take(target.files);
            // The same file again is a change, too.
            target.value = '';
          }}
        />
      </VisuallyHidden>
      <span>
        or drop it here. Daymark’s export, Todoist (CSV or backup), TickTick, Super Productivity,
        Vikunja, or any calendar file (.ics).
      </span>
      {step.error !== undefined && <ErrorText id={errorId}>{step.error}</ErrorText>}
    </div>
  );
}

function ErrorText({ id, children }: { id?: string; children: string }) {
  return (
    <p className={css.error} role="alert" id={id}>
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
            {existing[name] > 0 && <span>{numberText(existing[name])} here already</span>}
            {titles[name] && (
              <span className={css.titles}>
                {titles[name].join(' · ')}
                {ids[name].length > titles[name].length && ' …'}
              </span>
            )}
          </li>
        ))}
      </ul>
      {existed > 0 && <p>What is here already stays as it is, and is not added twice.</p>}
      {settings && Object.keys(settings).length > 0 && (
        <p>The settings of the file take the place of yours. Undo brings yours back.</p>
      )}
      {range && <p>{rangeText(range)}</p>}
      <FieldList notTakenOver={notTakenOver} />
    </>
  );
}

function FieldList({ notTakenOver }: { notTakenOver: readonly NotTakenOver[] }) {
  if (notTakenOver.length === 0) return <p>Everything in it has a place in Daymark.</p>;
  return (
    <details className={css.fields} open>
      <summary>What Daymark has no field for</summary>
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
  return (
    <>
      {stored.settings && <p>The settings of the file were taken over.</p>}
      {stored.range && <p>{rangeText(stored.range)}</p>}
      <FieldList notTakenOver={stored.notTakenOver} />
      <div className={css.actions}>
        <Button variant="contained" onClick={onDismiss}>
          Done
        </Button>
        <Button variant="outlined" onClick={() => onUndo(stored)}>
          Undo Import
        </Button>
        <Button onClick={() => saveReport(stored)}>Save Report</Button>
      </div>
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
