const MARKS = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  hellip: '…',
  euro: '€',
  trade: '™',
  larr: '←',
  rarr: '→',
  check: '✓',
};

/** The names of the letters and signs from U+00A1 on. */
const LATIN =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const ENTITIES = new Map([
  ...Object.entries(MARKS),
  ...LATIN.split(' ').map((name, index) => [name, String.fromCodePoint(0xa1 + index)] as const),
]);

/**
 * Replaces the character references in HTML's text with their characters. References with an unknown name or code stay.
 */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex as string, 16) : undefined;
    if (code === undefined) return ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase()) ?? entity;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : entity;
  });
