import { MatchedText } from './MatchedText';
import { NoteCheckbox } from './NoteCheckbox';
import css from './NotePreview.module.css';
import { excerptFor } from './noteText';
import type { LinkTargets } from './noteLinks';

interface NotePreviewProps {
  content: string;
  /** The words of the search, which are marked. */
  words: readonly string[];
  targets: LinkTargets | undefined;
  onTick: (line: number, isDone: boolean) => void;
}

/** What a card shows of its note. */
export function NotePreview({ content, words, targets, onTick }: NotePreviewProps) {
  const excerpt = excerptFor(content, words, targets);
  if (typeof excerpt === 'string')
    return (
      <p className={css.text} dir="auto">
        <MatchedText text={excerpt} words={words} />
      </p>
    );
  // On a touch screen a checkbox is twice as high as text, and the card as high as four lines of text.
  const heights = excerpt.map(({ isDone }) => (isDone === undefined ? 1 : 2));
  const isExtra = (nth: number) => heights.slice(0, nth + 1).reduce((a, b) => a + b, 0) > 4;
  return (
    <div className={css.lines}>
      {excerpt.map(({ text, line, isDone }, nth) => (
        <div key={line} className={css.line} data-extra={isExtra(nth) || undefined} dir="auto">
          {isDone === undefined ? (
            <MatchedText text={text} words={words} />
          ) : (
            <NoteCheckbox isDone={isDone} onChange={(ticked) => onTick(line, ticked)}>
              <MatchedText text={text} words={words} />
            </NoteCheckbox>
          )}
        </div>
      ))}
    </div>
  );
}
