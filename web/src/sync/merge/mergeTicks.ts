import { CHECKBOX_MARK } from '../../lib/text/checkboxMark';

type Lines = readonly string[];

/**
 * Merges two versions of a text if one of them only ticks or unticks checkboxes. Each tick goes to its line in the
 * other version. If that line was reworded in place, the tick goes to the new line. If that line was deleted, the tick
 * is dropped. Returns undefined if both versions changed more than checkboxes. With `isSure`, also returns undefined if
 * it isn't certain which line is meant.
 */
export function mergeTicks(
  base: Lines,
  mine: Lines,
  theirs: Lines,
  isSure: boolean,
): string | undefined {
  const own = ticksBetween(base, mine);
  if (own) return withTicks(base, own, theirs, isSure);
  const others = ticksBetween(base, theirs);
  return others && withTicks(base, others, mine, isSure);
}

/** Returns the checkbox marks that changed, by line, or undefined if anything else changed. */
function ticksBetween(base: Lines, ticked: Lines): Map<number, string> | undefined {
  if (base.length !== ticked.length) return undefined;
  const ticks = new Map<number, string>();
  for (const [index, line] of ticked.entries()) {
    const before = base[index] ?? '';
    if (line === before) continue;
    const mark = CHECKBOX_MARK.exec(line)?.[2];
    if (mark === undefined || withMark(before, mark) !== line) return undefined;
    ticks.set(index, mark);
  }
  return ticks;
}

function withTicks(
  base: Lines,
  ticks: ReadonlyMap<number, string>,
  other: Lines,
  isSure: boolean,
): string | undefined {
  const [before, after] = [boxesByText(base), boxesByText(other)];
  const merged = [...other];
  for (const [index, mark] of ticks) {
    const text = textOf(base[index] ?? '') ?? '';
    const old = before.get(text) ?? [];
    const found = after.get(text) ?? [];
    if (isSure && found.length !== old.length) return undefined;
    // If the line now has another checkbox of the base, it isn't a reworded version of this checkbox.
    const isReworded =
      base.length === other.length && !before.has(textOf(other[index] ?? '') ?? '');
    const inPlace = isReworded ? index : -1;
    const line = found[Math.min(old.indexOf(index), found.length - 1)] ?? inPlace;
    const shown = merged[line];
    if (shown !== undefined) merged[line] = withMark(shown, mark);
  }
  return merged.join('');
}

/** Returns the indexes of the lines with a checkbox, by the text of the checkbox. */
function boxesByText(lines: Lines): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const text = textOf(line);
    if (text === undefined) continue;
    const indexes = found.get(text);
    if (indexes) indexes.push(index);
    else found.set(text, [index]);
  }
  return found;
}

const withMark = (line: string, mark: string): string =>
  line.replace(CHECKBOX_MARK, (_, before: string) => `${before}[${mark}]`);

function textOf(line: string): string | undefined {
  const box = CHECKBOX_MARK.exec(line)?.[0];
  return box === undefined ? undefined : line.slice(box.length).trim();
}
