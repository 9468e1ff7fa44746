import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openReplica } from './diskReplica';
import type { Mutation } from './mutation';
import { createOutbox } from './outbox';

/** A tab that is closed before it can tell the others anything. */
async function openTab(userId: number) {
  const replica = Object.assign(await openReplica(userId), { isMemoryOnly: () => false });
  const outbox = createOutbox(
    replica,
    { broadcast: () => undefined },
    { carriedOver: [], onChanged: () => undefined, onQueued: () => undefined },
  );
  await outbox.loaded;
  return outbox;
}

const created: Mutation = {
  key: 'a',
  kind: 'create',
  collection: 'tasks',
  recordId: 1,
  fields: { title: 'Water' },
  editedAt: '2026-11-20T09:00:00.000Z',
};

it('a rejected mutation that another tab has changed is seen by the tab that sends it again', async () => {
  const one = await openTab(1);
  await one.enqueue(created);
  const [queued] = one.queued();
  if (!queued) throw new Error('Nothing is queued.');
  await one.reject(queued, 'No.');
  const other = await openTab(1);
  const [rejected] = other.queued();
  if (!rejected) throw new Error('The other tab sees nothing.');

  await one.resubmit(rejected, { key: 'b', fields: { title: 'Water the ferns' } });
  await other.resubmit(rejected, { key: 'c' });
  expect(other.queued()).toMatchObject([{ key: 'b', fields: { title: 'Water the ferns' } }]);
  expect(other.all()).toHaveLength(1);
});
