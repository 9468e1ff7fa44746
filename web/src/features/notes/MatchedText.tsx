import css from './MatchedText.module.css';
import { splitAtMatches } from '../../domain/notes/noteText';

/** Text with the search's matches highlighted. */
export function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  return splitAtMatches(text, words).map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className={css.match}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
