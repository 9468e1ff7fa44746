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

/**
 * Text without case and accents, exactly as long as the text: what is found in one is at the same place in the other.
 * The text has to be composed (NFC).
 */
export const foldText = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, baseOf).toLowerCase();
