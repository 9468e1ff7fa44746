import { goal, task } from '@daymark/contract/test/records';
import { describe, expect, it } from 'vitest';
import { carrying, goalChoices, goalDeletion, goalsInWeek, hasRoomForGoal } from './weekGoals';

const now = new Date('2026-11-20T09:00:00Z');
const NEXT = '2026-11-23';

describe('goals of a week', () => {
  it('has the goals of its seven days, whatever the first day of the week was', () => {
    const goals = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-21', '2026-11-22'].map(
      (day, id) => goal(id + 1, { day }),
    );
    expect(goalsInWeek(goals, '2026-11-15').map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  it('leaves out the goals of longer spans', () => {
    expect(goalsInWeek([goal(1, { span: 'month' })], '2026-11-16')).toEqual([]);
  });

  it('lists goals by position, and goals without a position last', () => {
    const goals = [goal(1), goal(2, { position: 'a1' }), goal(3, { position: 'a0' })];
    expect(goalsInWeek(goals, '2026-11-16').map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('has room for three goals', () => {
    expect(hasRoomForGoal([goal(1), goal(2)])).toBe(true);
    expect(hasRoomForGoal([goal(1), goal(2), goal(3, { outcome: 'done' })])).toBe(false);
  });

  it('has room again when a goal is dropped', () => {
    expect(hasRoomForGoal([goal(1), goal(2), goal(3, { outcome: 'dropped' })])).toBe(true);
  });
});

describe('carrying a goal', () => {
  const around = { goals: [goal(1)], tasks: [], now };

  it('makes the same goal on every device', () => {
    const later = { ...around, now: new Date('2026-11-21T09:00:00Z') };
    const ids = [around, later].map((one) => {
      const [creation] = carrying(goal(1), NEXT, one).requests;
      return creation?.kind === 'create' && creation.record.id;
    });
    expect(ids[0]).toBeTypeOf('number');
    expect(ids[1]).toBe(ids[0]);
  });

  it('takes the open tasks along and leaves the completed ones', () => {
    const tasks = [task(7, { goalId: 1 }), task(8, { goalId: 1, completed: true }), task(9)];
    const { requests } = carrying(goal(1), NEXT, { ...around, tasks });
    const moved = requests.flatMap((one) =>
      one.kind === 'update' && one.collection === 'tasks' ? [one.id] : [],
    );
    expect(moved).toEqual([7]);
  });

  it('creates nothing when the goal was carried already', () => {
    const [creation] = carrying(goal(1), NEXT, around).requests;
    const carried = goal((creation as { record: { id: number } }).record.id, { day: NEXT });
    const { requests } = carrying(goal(1), NEXT, { ...around, goals: [goal(1), carried] });
    expect(requests.map(({ kind }) => kind)).toEqual(['update']);
  });
});

describe('deleting a goal', () => {
  const goals = [goal(1), goal(2, { servesId: 1 }), goal(3, { servesId: 2 })];
  const tasks = [task(7, { goalId: 1 }), task(8)];
  const { requests, undo = [] } = goalDeletion(goal(1), { goals, tasks });

  it('takes it from the goals that serve it', () => {
    expect(requests).toEqual([
      { kind: 'update', collection: 'goals', id: 2, fields: { servesId: null } },
      { kind: 'delete', collection: 'goals', id: 1 },
    ]);
  });

  it('is undone with the goals and tasks that served it', () => {
    expect(undo).toMatchObject([
      { kind: 'create', record: { id: 1 } },
      { collection: 'goals', id: 2, fields: { servesId: 1 } },
      { collection: 'tasks', id: 7, fields: { goalId: 1 } },
    ]);
  });
});

describe('the goals that a task can serve', () => {
  const goals = [
    goal(1),
    goal(2, { span: 'month', day: '2026-11-01' }),
    goal(3, { span: 'quarter', day: '2026-10-01' }),
    goal(4, { day: '2026-11-02' }),
    goal(5, { outcome: 'done' }),
  ];
  const idsFor = (ownId: number | null) =>
    goalChoices(goals, '2026-11-20', ownId).map(({ id }) => id);

  it('are the open goals of the week, the month and the quarter', () => {
    expect(idsFor(null)).toEqual([1, 2, 3]);
  });

  it('include the goal that the task serves already', () => {
    expect(idsFor(4)).toEqual([4, 1, 2, 3]);
  });
});
