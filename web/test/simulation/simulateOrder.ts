import { task } from '@daymark/contract/test/records';
import { dayKey, inDayOrder } from '../../src/domain/tasks/dayOrder';
import { movedPositions } from '../../src/domain/tasks/handOrder';
import { playOnDevices, USER, type Play, type Devices } from './playOnDevices';

const DAY = '2026-11-20';
const COUNT = 6;

/**
 * Lets two devices reorder the tasks of a day and add some, online and offline. Returns the violations, as sentences.
 * The list is empty if three conditions hold. Each move shows at once and changes only one task. Both devices end with
 * the same order. No task is lost.
 */
export const simulateOrder = (
  seed: number,
  options: { steps?: number; log?: (line: string) => void } = {},
): Promise<string[]> => playOnDevices(seed, options, playOrder);

function playOrder({ world, tabs, shown, stored, note }: Devices): Play {
  const expected = new Set(Array.from({ length: COUNT }, (_, index) => index + 1));
  let added = COUNT;
  const create = (id: number) =>
    ({ kind: 'create', collection: 'tasks', record: taskOf(id, world.now()) }) as const;
  const move = () => {
    const tab = world.pick(tabs);
    const listed = inDayOrder(shown(tab));
    if (listed.length < 2) return;
    const from = Math.floor(world.between(0, listed.length));
    const to = Math.floor(world.between(0, listed.length));
    const moves = movedPositions(listed, from, to, dayKey, world.random);
    note(`${tab.device.name}: moves ${JSON.stringify(moves)}`);
    if (moves.length > 1) violations.push(`A move changed ${moves.length} tasks.`);
    tab.sync.mutate(
      ...moves.map(
        ({ id, position }) =>
          ({ kind: 'update', collection: 'tasks', id, fields: { position } }) as const,
      ),
    );
    const after = inDayOrder(shown(tab)).map(({ id }) => id);
    const wanted = listed.map(({ id }) => id);
    wanted.splice(to, 0, ...wanted.splice(from, 1));
    if (after.join() !== wanted.join())
      violations.push(`${tab.device.name} shows ${after.join()} after a move to ${wanted.join()}.`);
  };
  const violations: string[] = [];
  return {
    begin: [...expected].map(create),
    people: [
      move,
      move,
      move,
      move,
      () => {
        if (added >= 2 * COUNT) return;
        expected.add(++added);
        note(`adds ${added}`);
        world.pick(tabs).sync.mutate(create(added));
      },
    ],
    comparable: (tasks) =>
      inDayOrder(tasks)
        .map(({ id }) => id)
        .join(),
    check() {
      const ids = new Set(stored().map(({ id }) => id));
      for (const id of expected) if (!ids.has(id)) violations.push(`Task ${id} is lost.`);
      return violations;
    },
  };
}

const taskOf = (id: number, now: number) =>
  task(id, { userId: USER, plannedDay: DAY, createdAt: new Date(now).toISOString() });
