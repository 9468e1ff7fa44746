import type { Repeat } from '@daymark/contract/repeats/repeat';
import * as z from 'zod/mini';
import { addTo } from '../addTo';
import { htmlText } from '../parsing/htmlText';
import {
  createImportDraft,
  IN_NOTE,
  LEFT_OUT,
  type ImportContext,
  type ReadImport,
} from '../importDraft';
import { readRecord } from '../parsing/readRecord';
import { rootsOf } from '../parsing/rootsOf';
import { ruleOfRRule } from '../parsing/ruleOfRRule';
import { ruleOn } from '../../../domain/line/ruleOn';
import { clockText } from '../../../lib/time/clockText';

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
const text = optional(z.string());
const number = optional(z.number());
const list = <S extends z.ZodMiniType>(schema: S) => optional(z.array(schema));

const VikunjaTask = z.looseObject({
  id: z.number(),
  title: z.string(),
  description: text,
  done: optional(z.boolean()),
  done_at: text,
  due_date: text,
  start_date: text,
  end_date: text,
  created: text,
  repeat_after: number,
  repeat_mode: number,
  repeats: text,
  priority: number,
  percent_done: number,
  labels: list(z.looseObject({ title: z.string() })),
  assignees: list(z.looseObject({ username: text, name: text })),
  attachments: list(z.looseObject({ file: optional(z.looseObject({ name: text })) })),
  reminders: list(z.unknown()),
  related_tasks: optional(
    z.record(z.string(), z.nullable(z.array(z.looseObject({ id: z.number(), title: text })))),
  ),
  comments: list(
    z.looseObject({
      comment: z.string(),
      created: text,
      author: optional(z.looseObject({ username: text, name: text })),
    }),
  ),
  bucket_id: number,
});
type VikunjaTask = z.infer<typeof VikunjaTask>;

/**
 * A project. Before version 0.21, Vikunja had lists in namespaces. The contents of a project are validated separately.
 */
const ProjectFields = z.looseObject({
  id: number,
  title: text,
  description: text,
  parent_project_id: number,
  hex_color: text,
  is_archived: optional(z.boolean()),
  tasks: list(z.unknown()),
  child_projects: list(z.unknown()),
  lists: list(z.unknown()),
  buckets: list(z.looseObject({ id: z.number(), title: z.string() })),
  task_buckets: list(z.looseObject({ task_id: z.number(), bucket_id: z.number() })),
});
type Project = z.infer<typeof ProjectFields> & {
  tasks: VikunjaTask[];
  /** Set if the file nests the project in another one. Other projects name their parent by `parent_project_id`. */
  parent: Project | undefined;
};

const isNamespace = ({ lists }: Project): boolean => Boolean(lists);

/** The names of the buckets that a new board has. These buckets are reported, but not kept in the task's note. */
const OWN_BUCKETS = new Set(['to-do', 'doing', 'done', 'backlog']);

/** Fields that concern Vikunja itself, or repeat another field. */
const INTERNAL = new Set([
  'identifier',
  'index',
  'project_id',
  'updated',
  'created_by',
  'position',
  'uid',
  'cover_image_attachment_id',
  'subscription',
  'max_permission',
  'kanban_position',
  'list_id',
  'created_by_id',
  'buckets',
  'is_unread',
  'comment_count',
  'repeat_from_current_date',
]);
const HANDLED = new Set(['hex_color', 'is_favorite', 'reactions']);

const DAY_SECONDS = 86_400;

/** At most this many nested projects are in a category's name. */
const DEPTH_MAX = 20;

/**
 * Returns the projects of an export, from the zip's data.json or the API. Returns undefined if the JSON isn't an
 * export.
 */
export function vikunjaProjects(json: unknown): unknown[] | undefined {
  const projects: unknown = Array.isArray(json)
    ? json
    : typeof json === 'object' && json !== null
      ? (Reflect.get(json, 'projects') ?? Reflect.get(json, 'namespaces'))
      : undefined;
  if (!Array.isArray(projects)) return undefined;
  const isProject = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    'title' in one &&
    ('tasks' in one || 'lists' in one || 'buckets' in one || 'hex_color' in one);
  return projects.some(isProject) ? projects : undefined;
}

/**
 * Reads Vikunja's export. A project becomes a category, named with its parents: "House / Garden". A due date becomes a
 * deadline.
 */
export function readVikunja(list: readonly unknown[], context: ImportContext): ReadImport {
  const draft = createImportDraft('Vikunja', context);
  const { zone } = draft;
  const projects = parsedProjects(list);
  // Namespaces are numbered separately, so their ids may equal those of projects.
  const byId = new Map(
    projects.flatMap((one) => (isNamespace(one) ? [] : [[one.id, one] as const])),
  );
  const bucketOf = bucketsOf(projects);
  const tasks = new Map<number, { task: VikunjaTask; project: Project }>();
  for (const project of projects) {
    nameProject(project);
    for (const task of project.tasks)
      if (!tasks.has(task.id)) tasks.set(task.id, { task, project });
  }
  type Entry = { task: VikunjaTask; project: Project };
  const parents = parentsOfTasks();
  const parentOf = ({ task }: Entry) => tasks.get(parents.get(task.id) ?? 0);
  const rootOf = rootsOf(parentOf);
  const steps = new Map<Entry, Entry[]>();
  const tops: Entry[] = [];
  for (const entry of tasks.values()) {
    const root = rootOf(entry);
    if (root === entry) tops.push(entry);
    else {
      if (parentOf(entry) !== root)
        draft.leave('Subtasks of subtasks', 'steps of the top task', entry.task.title);
      addTo(steps, root, entry);
    }
  }
  for (const top of tops) {
    const id = addTask(top, null);
    for (const step of steps.get(top) ?? []) addTask(step, id);
  }
  return draft.finish();

  function parsedProjects(found: readonly unknown[], parent?: Project): Project[] {
    return found.flatMap((one): Project[] => {
      const fields = readRecord(ProjectFields, one, 'projects', draft.leave);
      if (!fields) return [];
      const tasks = (fields.tasks ?? []).flatMap(
        (task) => readRecord(VikunjaTask, task, 'tasks', draft.leave) ?? [],
      );
      const project = { ...fields, tasks, parent };
      const children = [...(fields.lists ?? []), ...(fields.child_projects ?? [])];
      return [project, ...parsedProjects(children, project)];
    });
  }

  /** Returns the parent of each subtask. Either the parent or the subtask may name the other. */
  function parentsOfTasks(): Map<number, number> {
    const found = new Map<number, number>();
    for (const { task } of tasks.values()) {
      const [parent] = task.related_tasks?.parenttask ?? [];
      if (parent && tasks.has(parent.id)) found.set(task.id, parent.id);
      for (const step of task.related_tasks?.subtask ?? [])
        if (!found.has(step.id)) found.set(step.id, task.id);
    }
    return found;
  }

  function nameProject(project: Project): void {
    const description = htmlText(project.description ?? '').trim();
    if (description) {
      const kind = isNamespace(project) ? 'namespace' : 'project';
      draft.addNote({
        key: `${kind} ${project.id}`,
        title: project.title ?? '',
        content: description,
      });
      draft.leave('Descriptions of projects', 'separate notes', description);
    }
    if (project.is_archived)
      draft.leave('Archived projects', 'ordinary categories', project.title ?? '');
    const views: unknown = project.views;
    if (Array.isArray(views) && views.length > 0) draft.leave('Views of projects', LEFT_OUT);
    if (project.background_file_id)
      draft.leave('Backgrounds of projects', LEFT_OUT, project.title ?? '');
  }

  function parentProjectOf({ parent, parent_project_id: id }: Project): Project | undefined {
    return parent ?? byId.get(id ?? 0);
  }

  function categoryOf(project: Project): number | null {
    const names = [project.title ?? ''];
    const seen = new Set([project]);
    for (
      let parent = parentProjectOf(project);
      parent && !seen.has(parent) && seen.size < DEPTH_MAX;
      parent = parentProjectOf(parent)
    ) {
      seen.add(parent);
      names.unshift(parent.title ?? '');
    }
    const color = project.hex_color?.replace(/^#?/, '#');
    return draft.categoryOf(names.filter(Boolean).join(' / '), color);
  }

  function addTask({ task, project }: Entry, parentId: number | null): number {
    const kept: string[] = [];
    const keep = (label: string, value: string, field: string) => {
      kept.push(`${label}: ${value}`);
      draft.leave(field, IN_NOTE, value);
    };
    const completed = task.done === true;
    const labels = (task.labels ?? []).map(({ title }) => title);
    if (labels.length > 0) keep('Labels', labels.join(', '), 'Labels');
    if (task.priority) keep('Priority', String(task.priority), 'Priorities');
    if (task.percent_done) keep('Progress', `${Math.round(task.percent_done * 100)}%`, 'Progress');
    const people = (task.assignees ?? []).map(({ name, username }) => name || username || '');
    if (people.length > 0) keep('Assigned to', people.join(', '), 'Assigned people');
    for (const { file } of task.attachments ?? [])
      keep('Attachment', file?.name ?? '', 'Attachments');
    if ((task.reminders ?? []).length > 0) draft.leave('Reminders', LEFT_OUT, task.title);
    if (task.is_favorite) draft.leave('Favorites', LEFT_OUT, task.title);
    if (task.hex_color) draft.leave('Colors of tasks', LEFT_OUT, task.title);
    const bucket = bucketOf(task, project.id);
    if (bucket && !OWN_BUCKETS.has(bucket.toLowerCase())) keep('Bucket', bucket, 'Buckets');
    else if (bucket) draft.leave('Buckets of a new board', LEFT_OUT, bucket);
    for (const [kind, others] of Object.entries(task.related_tasks ?? {}))
      if (others && others.length > 0 && kind !== 'subtask' && kind !== 'parenttask')
        keep(
          `Related (${kind})`,
          others.map(({ title, id }) => title ?? `#${id}`).join(', '),
          'Relations',
        );
    for (const [field, value] of Object.entries(task))
      if (!(field in VikunjaTask.shape) && !INTERNAL.has(field) && !HANDLED.has(field) && value)
        draft.leave(`“${field}” of tasks`, LEFT_OUT, JSON.stringify(value));

    const [start, end, due] = [task.start_date, task.end_date, task.due_date].map(readMoment);
    const plannedDay = start === undefined ? null : zone.dayAt(start);
    const deadline = due === undefined ? null : zone.dayAt(due);
    // A due date without a time has midnight, the last minute of the day, or the noon that Vikunja fills in.
    if (due !== undefined && ![0, 12 * 60, 24 * 60 - 1].includes(zone.minutesAt(due)))
      keep('Due', `${deadline} ${clockText(zone.minutesAt(due))}`, 'Times of due dates');
    const day = plannedDay ?? deadline ?? zone.dayAt(context.now.getTime());
    const repeats = repeatText(task);
    const rule = repeats && parentId === null && !completed ? repeatOf(task, day) : undefined;
    if (repeats && !rule)
      keep(
        'Repeats',
        repeats,
        completed ? 'Repeats of completed tasks' : 'Repeats that Daymark can’t express',
      );
    const isSpan =
      start !== undefined && end !== undefined && end > start && zone.dayAt(end) === plannedDay;
    const hasBlock = isSpan && !completed && start >= context.now.getTime();
    if (end !== undefined && !hasBlock)
      keep('Ends', `${zone.dayAt(end)} ${clockText(zone.minutesAt(end))}`, 'End dates');

    const id = draft.addTask({
      key: String(task.id),
      title: task.title,
      parentId,
      completed,
      createdAt: instantOf(task.created),
      completedAt: instantOf(task.done_at),
      categoryId: categoryOf(project),
      plannedDay: rule ? day : plannedDay,
      deadline,
      repeat: rule ?? null,
      texts: [
        htmlText(task.description ?? ''),
        ...(task.comments ?? []).map(({ comment, author, created }) => {
          const by = [author?.name || author?.username, created?.slice(0, 10)].filter(Boolean);
          return [by.length > 0 ? `**${by.join(', ')}**` : '', htmlText(comment)]
            .filter(Boolean)
            .join('\n\n');
        }),
      ],
      kept,
    });
    if (hasBlock) draft.addBlock(id, task.title, start, end, zone);
    return id;
  }
}

/** Returns a function that finds the name of a task's bucket in a project. */
function bucketsOf(projects: readonly Project[]) {
  const titles = new Map<string, string>();
  const bucketIds = new Map<string, number>();
  for (const { id, buckets, task_buckets: places } of projects) {
    for (const bucket of buckets ?? []) titles.set(`${id} ${bucket.id}`, bucket.title);
    for (const place of places ?? []) bucketIds.set(`${id} ${place.task_id}`, place.bucket_id);
  }
  return (
    { id, bucket_id: own }: VikunjaTask,
    projectId: number | null | undefined,
  ): string | undefined => titles.get(`${projectId} ${own || bucketIds.get(`${projectId} ${id}`)}`);
}

/** Returns a text for how a task repeats, or undefined if it doesn't repeat. */
function repeatText({ repeats, repeat_after: after, repeat_mode: mode }: VikunjaTask) {
  if (repeats) return repeats;
  if (mode === 1) return 'every month';
  if (!after) return undefined;
  return `every ${after} seconds${mode === 2 ? ' from the day of completion' : ''}`;
}

function repeatOf(task: VikunjaTask, day: string): Repeat | undefined {
  const { repeats, repeat_after: after, repeat_mode: mode } = task;
  const from = mode === 2 ? 'completion' : 'schedule';
  if (repeats) return ruleOfRRule(repeats, day, from);
  if (mode === 1) return ruleOn({ every: 'month', interval: 1, from: 'schedule' }, day);
  const days = (after ?? 0) / DAY_SECONDS;
  if (!Number.isInteger(days) || days < 1) return undefined;
  if (days % 7 === 0 && days / 7 <= 365)
    return ruleOn({ every: 'week', interval: days / 7, from }, day);
  return days <= 365 ? { every: 'day', interval: days, from } : undefined;
}

/** Returns a moment in ms, or undefined if there is none. Vikunja writes the year 1 if there is no date. */
function readMoment(instant: string | null | undefined): number | undefined {
  const ms = Date.parse(instant ?? '');
  return Number.isNaN(ms) || ms < Date.UTC(1900, 0) || ms > Date.UTC(9998, 0) ? undefined : ms;
}

function instantOf(instant: string | null | undefined): string | undefined {
  const ms = readMoment(instant);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
