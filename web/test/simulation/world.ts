import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const { setImmediate: nextTurn } = globalThis;

interface Planned {
  atMs: number;
  run: () => void;
}

export type World = ReturnType<typeof createWorld>;

/**
 * Creates the clock and the random numbers of one simulation. Everything that happens in the simulation is planned
 * here, in an order that the seed decides.
 */
export function createWorld(seed: number) {
  const generator = xoroshiro128plus(seed);
  const random = () => uniformFloat64(generator);
  let nowMs = Date.UTC(2026, 10, 20, 9);
  /** Sorted by time. Events at the same time keep the order in which they were planned. */
  const planned: Planned[] = [];

  /** Runs `run` after `ms`. Returns a function that cancels the call. */
  function after(ms: number, run: () => void): () => void {
    const event = { atMs: nowMs + ms, run };
    let place = planned.length;
    while (place > 0 && planned[place - 1]!.atMs > event.atMs) place--;
    planned.splice(place, 0, event);
    return () => void (event.run = () => {});
  }

  return {
    now: () => nowMs,
    random,
    chance: (probability: number) => random() < probability,
    between: (least: number, most: number) => least + random() * (most - least),
    pick: <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!,
    after,

    /** Lets `ms` pass and runs everything that is planned for that time. */
    async pass(ms: number): Promise<void> {
      const endMs = nowMs + ms;
      for (;;) {
        // Let pending promises settle before the next event.
        await new Promise((resolve) => nextTurn(resolve));
        const next = planned[0];
        if (!next || next.atMs > endMs) break;
        planned.shift();
        nowMs = next.atMs;
        next.run();
      }
      nowMs = endMs;
    },
  };
}
