/** A span of time in ms since 1970: `from` inclusive, `to` exclusive. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Joins spans that touch or overlap. Returns the joined spans in order, without empty ones. */
export function mergedSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const all: TimeSpan[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    if (to <= from) continue;
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Returns the parts of the spans within a window. */
export const within = (spans: readonly TimeSpan[], window: TimeSpan): TimeSpan[] =>
  spans
    .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
    .filter(({ from, to }) => from < to);

/** Returns the parts of a window that no span covers. */
export function gapsIn(window: TimeSpan, spans: readonly TimeSpan[]): TimeSpan[] {
  const gaps: TimeSpan[] = [];
  let from = window.from;
  for (const taken of mergedSpans(within(spans, window))) {
    if (taken.from > from) gaps.push({ from, to: taken.from });
    from = taken.to;
  }
  if (from < window.to) gaps.push({ from, to: window.to });
  return gaps;
}

/** Returns the time that the spans cover, in ms. Overlaps count once. */
export const coveredMs = (spans: readonly TimeSpan[]): number =>
  mergedSpans(spans).reduce((sum, { from, to }) => sum + to - from, 0);
