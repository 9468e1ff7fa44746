import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Goal } from '@daymark/contract/goal';
import { hasRoomForGoal, weekAfter } from '../../domain/goals/weekGoals';
import { addDays, type LocalDay } from '../../lib/time/dates';
import { useLongGoals } from '../../records/goals/longGoalQueries';
import { useWeekGoals } from '../../records/goals/goalQueries';
import { Button } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { Menu, type MenuItem } from '../../ui/dialogs/Menu';
import { GoalTitleField } from './GoalTitleField';
import { LongGoals } from './LongGoals';
import css from './WeekGoals.module.css';

const OUTCOMES = { done: 'Reached', dropped: 'Dropped', carried: 'Carried forward' } as const;

interface WeekGoalsProps {
  /** The first day of the week. */
  first: LocalDay;
  /** Whether the week is looked back on. A review doesn't offer new goals for it. */
  isReview?: boolean;
}

/**
 * The goals of a week, and those of its month and its quarter. Default export, because pages load it lazily.
 */
export default function WeekGoals({ first, isReview = false }: WeekGoalsProps) {
  const { goals, isPending, add, carry, ...actions } = useWeekGoals(first);
  const before = useWeekGoals(addDays(first, -7)).goals.filter(({ outcome }) => outcome === null);
  const canCarry = hasRoomForGoal(useWeekGoals(addDays(first, 7)).goals);
  const longer = [...useLongGoals('month', first).goals, ...useLongGoals('quarter', first).goals];
  const heading = useRef<HTMLHeadingElement>(null);
  if (isPending) return null;
  const hasRoom = !isReview && hasRoomForGoal(goals);
  return (
    <div className={css.goals}>
      {!(isReview && goals.length === 0) && (
        <section className={css.week} aria-labelledby="week-goals">
          <h3 id="week-goals" ref={heading} tabIndex={-1}>
            Goals of the week
          </h3>
          <ul>
            {goals.map((goal, index) => (
              <GoalItem
                key={goal.id}
                goal={goal}
                served={longer.find(({ id }) => id === goal.servesId)}
                onRename={(title) => actions.rename(goal, title)}
                items={goalItems(goal, {
                  ...actions,
                  carry: canCarry ? (one) => carry(one, weekAfter(one)) : undefined,
                  longer,
                  up: index > 0 ? () => actions.move(index, index - 1) : undefined,
                })}
              />
            ))}
          </ul>
          {hasRoom && (
            <GoalTitleField
              label="New goal"
              hideLabel
              placeholder="What should be true by the end of the week?"
              title=""
              onSave={(title) => {
                flushSync(() => add(title));
                // The field is gone after the third goal.
                if (document.activeElement === document.body) heading.current?.focus();
              }}
            />
          )}
          {!isReview &&
            before.map((goal) => (
              <p key={goal.id}>
                <span>
                  <small>Last week</small> <bdi>{goal.title}</bdi>
                </span>
                {hasRoom && (
                  <Button
                    size="small"
                    aria-label={`Carry forward ${goal.title}`}
                    onClick={() => {
                      flushSync(() => carry(goal, first));
                      heading.current?.focus();
                    }}
                  >
                    Carry forward
                  </Button>
                )}
              </p>
            ))}
        </section>
      )}
      <LongGoals weekDay={first} />
    </div>
  );
}

type Actions = Pick<ReturnType<typeof useWeekGoals>, 'close' | 'serve' | 'remove'> & {
  /** Carries a goal to the next week, or undefined if that week has three goals. */
  carry: ((goal: Goal) => void) | undefined;
  longer: readonly Goal[];
  up: (() => void) | undefined;
};

function goalItems(goal: Goal, { carry, close, serve, remove, longer, up }: Actions): MenuItem[] {
  const item = (label: string, onSelect: () => void): MenuItem => ({
    label,
    Icon: undefined,
    onSelect,
  });
  const isOpen = goal.outcome === null;
  return [
    ...(isOpen
      ? [
          item('Reached', () => close(goal, 'done')),
          item('Drop', () => close(goal, 'dropped')),
          ...(carry ? [item('Carry to next week', () => carry(goal))] : []),
        ]
      : [item('Open again', () => close(goal, null))]),
    ...longer.map(({ id, title }) =>
      goal.servesId === id
        ? item(`Doesn’t serve “${title}”`, () => serve(goal, null))
        : item(`Serves “${title}”`, () => serve(goal, id)),
    ),
    ...(up ? [item('Move up', up)] : []),
    item('Delete', () => remove(goal)),
  ];
}

interface GoalItemProps {
  goal: Goal;
  /** The goal of the month or the quarter that this goal serves. */
  served: Goal | undefined;
  items: readonly MenuItem[];
  onRename: (title: string) => void;
}

/** A goal whose title is edited in place, with the goal that it serves. */
function GoalItem({ goal, served, items, onRename }: GoalItemProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <li data-outcome={goal.outcome}>
      <GoalTitleField
        label={`Goal: ${goal.title}`}
        hideLabel
        title={goal.title}
        onSave={(title) => title && onRename(title)}
      />
      <IconButton
        label={`More for ${goal.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
      {(goal.outcome || served) && (
        <p dir="auto">
          {goal.outcome && <span>{OUTCOMES[goal.outcome]}</span>}
          {served && <span>Serves “{served.title}”</span>}
        </p>
      )}
      {anchor && (
        <Menu
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={items.map((item) => ({
            ...item,
            onSelect: () => {
              setAnchor(undefined);
              item.onSelect();
              anchor.focus();
            },
          }))}
        />
      )}
    </li>
  );
}
