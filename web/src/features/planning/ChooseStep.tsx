import { isOpen as isTaskOpen } from '@daymark/contract/task';
import { Plus } from 'lucide-react';
import { use, useId, useState } from 'react';
import { taskOfLine } from '../../domain/line/taskLine';
import { creationRequests } from '../../domain/tasks/taskCreation';
import { TaskPressContext } from '../../records/tasks/taskPress';
import { useTaskLine } from '../../records/tasks/useTaskLine';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { quoted } from '../../lib/text/quoted';
import { dayInSentence, dayName, type LocalDay } from '../../lib/time/dates';
import { plainDuration } from '../../lib/time/durationText';
import { composed, foldText } from '../../lib/text/foldText';
import { QUERY_MAX } from '../../lib/text/queryMax';
import { SearchField } from '../../ui/fields/SearchField';
import { dayOfTask, isLeftOver, isOverdue } from '../../domain/tasks/taskPlan';
import { EstimateEdit } from './EstimateEdit';
import { TaskTime } from './TaskTime';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import { taskUpdate } from '../../domain/tasks/taskRequests';
import type { ApplyChange } from './usePlanChange';
import type { ShownTask } from '../../domain/shownRecords';

/** Returns the groups below the tasks of the day, in the order of `rankOf`. */
const otherGroups = (isToday: boolean) => [
  'Due',
  isToday ? 'Left over' : 'Earlier',
  'No day',
  'Later',
];

/** At most this many tasks are listed. */
const LISTED_MAX = 60;

interface ChooseStepProps {
  planning: DayPlanning;
  /** The day that tasks are chosen for. */
  day: LocalDay;
  onChange: ApplyChange;
}

/**
 * The step in which the person chooses the open tasks for a day, and estimates them. The search also reads a new task,
 * as the quick-entry line does.
 */
export function ChooseStep({ planning, day, onChange }: ChooseStepProps) {
  const { day: today, tasks } = planning;
  const sync = useSync();
  const onTaskPress = use(TaskPressContext);
  const fieldId = useId();
  const [search, setSearch] = useState('');
  const typed = useTaskLine(search, today);
  // The tasks as they were when the step opened. The list therefore keeps its order while tasks are chosen. A task that
  // is chosen and then unchosen gets its earlier day back.
  const [before] = useState(() => new Map(tasks.map((task) => [task.id, task])));
  const wanted = foldText(composed(search.slice(0, QUERY_MAX))).trim();
  const found = tasks
    .filter((task) => isTaskOpen(task) && foldText(composed(task.title)).includes(wanted))
    .map((task) => ({ task, rank: rankOf(before.get(task.id) ?? task, day, today) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  const listed = found.slice(0, LISTED_MAX);
  const isKnown = found.some(({ task }) => foldText(composed(task.title)) === wanted);
  const add = async () => {
    const line = await typed.read(search);
    const priorities = typed.countPriorities();
    const creation = taskOfLine(line, { categoryId: null, plannedDay: day, priorities, today });
    const { title, plannedDay } = creation.task;
    const requests = creationRequests([creation], sync.userId, sync.now());
    setSearch('');
    onChange(`${quoted(title)} added for ${dayInSentence(plannedDay ?? day, today)}.`, {
      requests,
    });
    document.getElementById(fieldId)?.focus();
  };
  const choose = (task: ShownTask, isChosen: boolean) => {
    const earlier = before.get(task.id);
    // The earlier day. A task that already counted as this day's gets no day instead, as a missed daily task does.
    const otherDay = earlier && dayOfTask(earlier, today) !== day ? earlier.plannedDay : null;
    const requests = [taskUpdate(task, { plannedDay: isChosen ? day : otherDay })];
    const decision = `${isChosen ? '' : 'no longer '}planned for ${dayInSentence(day, today)}`;
    onChange(`${quoted(task.title)} ${decision}.`, { requests }, `choice-${task.id}`);
  };
  const estimate = (task: ShownTask, estimateMinutes: number | null) => {
    const sentence =
      estimateMinutes === null
        ? `Estimate of ${quoted(task.title)} removed.`
        : `${quoted(task.title)} estimated at ${plainDuration(estimateMinutes)}.`;
    onChange(
      sentence,
      { requests: [taskUpdate(task, { estimateMinutes })] },
      `estimate-${task.id}`,
    );
  };
  return (
    <>
      <form
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted && found.length === 0) void add();
        }}
      >
        <SearchField
          id={fieldId}
          label="Search open tasks"
          placeholder="Search open tasks, or type a new one"
          value={search}
          onChange={setSearch}
        />
        {wanted && !isKnown && (
          <Button variant="outlined" onClick={() => void add()}>
            <Plus size={16} aria-hidden="true" />
            <span>
              Add {quoted(typed.line?.title ?? search.trim())} for{' '}
              {dayInSentence(typed.line?.plannedDay ?? day, today)}
            </span>
          </Button>
        )}
      </form>
      {listed.length === 0 && (
        <p className={css.empty}>
          {wanted ? 'No open task has this in its title.' : 'You have no open tasks.'}
        </p>
      )}
      {[dayName(day, today), ...otherGroups(day === today)].map((name, group) => {
        const members = listed.filter(({ rank }) => rank.startsWith(String(group)));
        if (members.length === 0) return null;
        return (
          <section key={name} className={css.group}>
            <h4>{name}</h4>
            <ul className={css.list} aria-label={name}>
              {members.map(({ task }) => (
                <li
                  key={task.id}
                  className={css.choice}
                  onPointerDown={(press) => onTaskPress(task.id, press)}
                >
                  <label>
                    <input
                      type="checkbox"
                      id={`choice-${task.id}`}
                      checked={dayOfTask(task, today) === day}
                      onChange={({ target }) => choose(task, target.checked)}
                    />
                    <span className={css.title}>
                      <span dir="auto">{task.title}</span>
                      <span className={css.facts}>
                        <TaskTime task={task} planning={planning} />
                        <TaskDays task={task} chosenDay={day} today={today} />
                      </span>
                    </span>
                  </label>
                  <EstimateEdit
                    buttonId={`estimate-${task.id}`}
                    title={task.title}
                    estimate={planning.estimate(task)}
                    left={planning.remaining(task)}
                    onChange={(minutes) => estimate(task, minutes)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {found.length > listed.length && (
        <p className={css.text}>
          {listed.length} of {found.length} tasks are shown. Search to find the others.
        </p>
      )}
    </>
  );
}

/** Returns a text to sort by. It begins with the index of the task's group. */
function rankOf(task: ShownTask, day: LocalDay, today: LocalDay): string {
  const planned = dayOfTask(task, today);
  if (planned === day) return '0';
  if (task.deadline !== null) return `1 ${task.deadline}`;
  if (planned === null) return '3';
  return planned < day ? '2' : `4 ${planned}`;
}

interface TaskDaysProps {
  task: ShownTask;
  chosenDay: LocalDay;
  today: LocalDay;
}

/** Shows the days of a task: "Overdue since Wed, Nov 18", "Due today", "Planned for tomorrow". */
function TaskDays({ task, chosenDay, today }: TaskDaysProps) {
  const { deadline } = task;
  const day = dayOfTask(task, today);
  const texts = [
    ...(deadline === null
      ? []
      : [`${isOverdue(task, today) ? 'Overdue since' : 'Due'} ${dayInSentence(deadline, today)}`]),
    ...(day === null || day === chosenDay
      ? []
      : [
          `${isLeftOver(task, today) ? 'Left over from' : 'Planned for'} ${dayInSentence(day, today)}`,
        ]),
  ];
  if (texts.length === 0) return null;
  return <small data-overdue={isOverdue(task, today)}>{texts.join(' · ')}</small>;
}
