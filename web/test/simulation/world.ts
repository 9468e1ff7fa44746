import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

const { setImmediate: nextTurn } = globalThis;

interface Planned {
  atMs: number;
  run: () => void;
}

export type World = ReturnType<typeof createWorld>;

/** Time and chance of one simulation: nothing in it happens but what is planned here, in an order that the seed decides. */
export function createWorld(seed: number) {
  const generator = xoroshiro128plus(seed);
  const random = () => uniformFloat64(generator);
  let nowMs = Date.UTC(2026, 10, 20, 9);
  /** By time; of the same time in the order they were planned. */
  const planned: Planned[] = [];

  /** Runs `run` after `ms`; returns a function that cancels it. */
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

    /** Lets `ms` pass, with everything that is planned in it. */
    async pass(ms: number): Promise<void> {
      const endMs = nowMs + ms;
      for (;;) {
        // What promises still have to do comes before the next event.
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
