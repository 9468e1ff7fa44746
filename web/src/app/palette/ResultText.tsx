import { composed } from '../../lib/text/foldText';
import type { Ranges } from '../../lib/text/searchIndex';
import css from './Palette.module.css';

/** Draws a title with its matches highlighted. */
export function ResultText({ text, ranges }: { text: string; ranges: Ranges }) {
  const shown = composed(text);
  const parts = [];
  let from = 0;
  for (let nth = 0; nth < ranges.length; nth += 2) {
    const [start = 0, end = 0] = ranges.slice(nth, nth + 2);
    parts.push(shown.slice(from, start), <mark key={start}>{shown.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <span className={css.title} dir="auto">
      {parts}
      {shown.slice(from)}
    </span>
  );
}
