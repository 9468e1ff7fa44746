import { MatchedText } from './MatchedText';
import { NoteCheckbox } from './NoteCheckbox';
import css from './NotePreview.module.css';
import { excerptFor } from '../../domain/notes/noteText';
import type { LinkTargets } from '../../domain/notes/noteLinks';

/** Heights on a touch screen, in px: a line of text, a checkbox, and the space that a card has for them. */
const [LINE_PX, TOUCH_BOX_PX, TOUCH_SPACE_PX] = [21, 44, 110];

interface NotePreviewProps {
  content: string;
  /** The words of the search, which are highlighted. */
  words: readonly string[];
  targets: LinkTargets | undefined;
  onTick: (line: number, isDone: boolean) => void;
}

/** A card's preview of its note. */
export function NotePreview({ content, words, targets, onTick }: NotePreviewProps) {
  const excerpt = excerptFor(content, words, targets);
  if (typeof excerpt === 'string')
    return (
      <p className={css.text} dir="auto">
        <MatchedText text={excerpt} words={words} />
      </p>
    );
  const heights = excerpt.map(({ isDone }) => (isDone === undefined ? LINE_PX : TOUCH_BOX_PX));
  const isExtra = (nth: number) =>
    heights.slice(0, nth + 1).reduce((sum, height) => sum + height, 0) > TOUCH_SPACE_PX;
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
