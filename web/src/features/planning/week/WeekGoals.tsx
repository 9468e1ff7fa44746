import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Goal } from '@daymark/contract/goal';
import { hasRoomForGoal, weekAfter } from '../../../domain/goals/weekGoals';
import { addDays, type LocalDay } from '../../../lib/time/dates';
import { useLongGoals } from '../../../records/goals/longGoalQueries';
import { useWeekGoals } from '../../../records/goals/goalQueries';
import { Button } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Menu, type MenuItem } from '../../../ui/dialogs/Menu';
import { TextInput } from '../../../ui/fields/TextInput';
import css from './WeekGoals.module.css';

/** Longest title of a goal, in characters. */
const TITLE_MAX = 200;

const OUTCOMES = { done: 'Reached', dropped: 'Dropped', carried: 'Carried forward' } as const;

/** The goals of the week that begins on `first`, below the goals of its month and its quarter. */
export function WeekGoals({ first }: { first: LocalDay }) {
  const { goals, isPending, add, carry, ...actions } = useWeekGoals(first);
  const before = useWeekGoals(addDays(first, -7)).goals.filter(({ outcome }) => outcome === null);
  const longer = [...useLongGoals('quarter', first).goals, ...useLongGoals('month', first).goals];
  if (isPending) return null;
  return (
    <section className={css.goals} aria-label="Goals of the week">
      {longer.map(({ id, title, span }) => (
        <p key={id} dir="auto">
          <small>{span === 'month' ? 'Month' : 'Quarter'}</small> {title}
        </p>
      ))}
      <ul>
        {goals.map((goal, index) => (
          <GoalItem
            key={goal.id}
            goal={goal}
            onRename={(title) => actions.rename(goal, title)}
            items={goalItems(goal, {
              ...actions,
              carry,
              longer,
              up: index > 0 ? () => actions.move(index, index - 1) : undefined,
            })}
          />
        ))}
      </ul>
      {hasRoomForGoal(goals) && <NewGoal onAdd={add} />}
      {before.map((goal) => (
        <p key={goal.id} dir="auto">
          <small>Last week</small> {goal.title}
          <Button
            size="small"
            aria-label={`Carry forward ${goal.title}`}
            onClick={() => carry(goal, first)}
          >
            Carry forward
          </Button>
        </p>
      ))}
    </section>
  );
}

type Actions = Pick<ReturnType<typeof useWeekGoals>, 'carry' | 'close' | 'serve' | 'remove'> & {
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
          item('Carry to next week', () => carry(goal, weekAfter(goal))),
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
  items: readonly MenuItem[];
  onRename: (title: string) => void;
}

/** A goal whose title is edited in place. Enter and leaving the field save, Escape restores. */
function GoalItem({ goal, items, onRename }: GoalItemProps) {
  const [typed, setTyped] = useState<string>();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const save = () => {
    const title = typed?.trim();
    setTyped(undefined);
    if (title && title !== goal.title) onRename(title);
  };
  return (
    <li data-outcome={goal.outcome}>
      <TextInput
        label={`Goal: ${goal.title}`}
        hideLabel
        maxLength={TITLE_MAX}
        value={typed ?? goal.title}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      {goal.outcome && <small>{OUTCOMES[goal.outcome]}</small>}
      <IconButton
        label={`More for ${goal.title}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </IconButton>
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

/** The field for one more goal. Enter adds it. */
function NewGoal({ onAdd }: { onAdd: (title: string) => void }) {
  const [title, setTitle] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim()) onAdd(title.trim());
        setTitle('');
      }}
    >
      <TextInput
        label="New goal"
        hideLabel
        placeholder="What should be true by the end of the week?"
        maxLength={TITLE_MAX}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
    </form>
  );
}
