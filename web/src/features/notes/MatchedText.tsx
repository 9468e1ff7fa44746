import css from './MatchedText.module.css';
import { pieces } from './noteText';

/** Text with what was searched for marked in it. */
export function MatchedText({ text, words }: { text: string; words: readonly string[] }) {
  return pieces(text, words).map((piece, index) =>
    piece.isMatch ? (
      <mark key={index} className={css.match}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
