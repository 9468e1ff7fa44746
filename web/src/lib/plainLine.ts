/** A line of a list without what sets it off: "- [ ] Call Noor " is "Call Noor". */
const plainLine = (line: string): string =>
  line.replace(/^\s*(?:[-–*•]\s+|\d+[.)]\s+)?(?:\[[ xX]?\]\s+)?/, '').trim();

/** What makes two lines the same: letter case, a full stop and how they are set off don't count. */
export const lineKey = (line: string): string =>
  plainLine(line)
    .replace(/(?<![.!])[.!]+$/, '')
    .toLocaleLowerCase();

/** The lines of a text, each once, without empty ones. */
export function plainLines(text: string): string[] {
  const lines = new Map<string, string>();
  for (const line of text.split('\n').map(plainLine))
    if (line && !lines.has(lineKey(line))) lines.set(lineKey(line), line);
  return [...lines.values()];
}
