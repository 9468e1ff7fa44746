const bases = new Map<string, string>();

/** A character without case and accent. One UTF-16 unit stays one. */
function baseOf(char: string): string {
  let base = bases.get(char);
  if (base === undefined) {
    const plain = char.normalize('NFD').charAt(0) || char;
    const lower = plain.toLowerCase();
    base = lower.length === 1 ? lower : plain;
    bases.set(char, base);
  }
  return base;
}

/** More accents on one letter than any language has. Sorting them, as composing does, takes ever longer the more there are. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text in composed form (NFC), with at most 30 accents on a letter. */
export const composed = (text: string): string => text.replace(MANY_MARKS, '$1').normalize('NFC');

/**
 * Text without case and accents, exactly as long as the text: what is found in one is at the same place in the other.
 * The text has to be `composed`.
 */
export const foldText = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, baseOf).toLowerCase();
