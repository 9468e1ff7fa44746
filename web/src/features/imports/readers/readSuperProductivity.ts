import type { Repeat } from '@daymark/contract/repeats/repeat';
import { MINUTE_MS } from '@daymark/contract/time/units';
import * as z from 'zod/mini';
import { isLocalDay } from '../../../lib/time/dates';
import { addTo } from '../addTo';
import {
  createImportDraft,
  IN_NOTE,
  LEFT_OUT,
  type ImportContext,
  type ReadImport,
} from '../importDraft';
import { ImportFileError } from '../importFileError';
import { currentDay } from '../parsing/readDateText';
import { readRecord } from '../parsing/readRecord';
import { rootsOf } from '../parsing/rootsOf';
import { RULE_UNITS, ruleOfRRule } from '../parsing/ruleOfRRule';
import { ruleOn } from '../../../domain/line/ruleOn';
import { clockText } from '../../../lib/time/clockText';

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
/** Records by their id, each validated separately. */
const Entities = z.looseObject({ entities: optional(z.record(z.string(), z.unknown())) });

const SpTask = z.looseObject({
  id: z.string(),
  title: z.string(),
  parentId: optional(z.string()),
  projectId: optional(z.string()),
  tagIds: optional(z.array(z.string())),
  isDone: optional(z.boolean()),
  doneOn: optional(z.number()),
  created: optional(z.number()),
  notes: optional(z.string()),
  timeEstimate: optional(z.number()),
  timeSpent: optional(z.number()),
  dueDay: optional(z.string()),
  dueWithTime: optional(z.number()),
  plannedAt: optional(z.number()),
  deadlineDay: optional(z.string()),
  deadlineWithTime: optional(z.number()),
  repeatCfgId: optional(z.string()),
  attachments: optional(
    z.array(z.looseObject({ title: optional(z.string()), path: optional(z.string()) })),
  ),
});
type SpTask = z.infer<typeof SpTask>;

const RepeatCfg = z.looseObject({
  id: z.string(),
  title: optional(z.string()),
  projectId: optional(z.string()),
  tagIds: optional(z.array(z.string())),
  notes: optional(z.string()),
  defaultEstimate: optional(z.number()),
  startTime: optional(z.string()),
  startDate: optional(z.string()),
  isPaused: optional(z.boolean()),
  repeatCycle: optional(z.string()),
  repeatEvery: optional(z.number()),
  repeatFromCompletionDate: optional(z.boolean()),
  monthlyWeekOfMonth: optional(z.number()),
  monthlyLastDay: optional(z.boolean()),
  rrule: optional(z.string()),
});
type RepeatCfg = z.infer<typeof RepeatCfg>;

const SpProject = z.looseObject({
  title: z.string(),
  theme: optional(z.looseObject({ primary: optional(z.string()) })),
});
const Tag = z.looseObject({ title: z.string(), taskIds: optional(z.array(z.string())) });
const SpNote = z.looseObject({
  id: z.string(),
  content: z.string(),
  created: optional(z.number()),
  modified: optional(z.number()),
});

const Backup = z.looseObject({
  task: Entities,
  planner: z.catch(z.looseObject({ days: z.record(z.string(), z.unknown()) }), { days: {} }),
});

/** Names, for the report, of a backup's parts that Daymark can't import. */
const PARTS: Record<string, string> = {
  globalConfig: 'Settings',
  simpleCounter: 'Counters and habits',
  metric: 'Daily evaluations',
  boards: 'Boards',
  menuTree: 'Menu order',
  issueProvider: 'Connections to issue trackers',
  reminders: 'Reminders',
  timeTracking: 'Work hours',
  pluginUserData: 'Plugin data',
  pluginMetadata: 'Plugin data',
  improvement: 'Daily evaluations',
  obstruction: 'Daily evaluations',
};
const READ = new Set(['task', 'project', 'tag', 'section', 'note', 'taskRepeatCfg', 'planner']);
const ARCHIVES = new Set(['archiveYoung', 'archiveOld', 'taskArchive']);

/** Fields of a task that concern the app, not the task. */
const INTERNAL = new Set([
  'subTaskIds',
  'timeSpentOnDay',
  '_hideSubTasksMode',
  '_showSubTasksMode',
  'modified',
  'hasPlannedTime',
  '_currentTab',
  'plannedAt',
  'isPinned',
]);

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const BLOCK_MINUTES = 30;

/** Returns the data of a backup, which newer versions wrap. Returns undefined if the JSON isn't a backup. */
export function superProductivityData(json: unknown): object | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const data: unknown = Reflect.get(json, 'data');
  for (const one of [data, json]) {
    if (typeof one !== 'object' || one === null) continue;
    const task: unknown = Reflect.get(one, 'task');
    const isBackup = ['project', 'tag', 'globalConfig'].some((name) => name in one);
    if (typeof task === 'object' && task !== null && 'entities' in task && isBackup) return one;
  }
  return undefined;
}

/** Reads Super Productivity's backup. A project becomes a category. Archived tasks are completed. */
export function readSuperProductivity(data: object, context: ImportContext): ReadImport {
  const parsed = Backup.safeParse(data);
  if (!parsed.success) throw new ImportFileError('This backup of Super Productivity is damaged.');
  const backup = parsed.data;
  const draft = createImportDraft('Super Productivity', context);
  const { zone } = draft;
  const today = zone.dayAt(context.now.getTime());
  const projects = recordsIn(SpProject, backup.project, 'projects');
  const tags = recordsIn(Tag, backup.tag, 'tags');
  const cfgs = recordsIn(RepeatCfg, backup.taskRepeatCfg, 'repeats');
  const tasks = recordsIn(SpTask, backup.task, 'tasks');
  const todays = new Set(tags.get('TODAY')?.taskIds);
  const archived = new Set<string>();
  nameParts();

  const sections = new Map<string, string>();
  for (const { title, taskIds } of recordsIn(Tag, backup.section, 'sections').values()) {
    draft.leave('Sections', 'part of the category’s name', title);
    for (const id of taskIds ?? []) sections.set(id, title);
  }
  const planned = new Map<string, string>();
  for (const [day, ids] of Object.entries(backup.planner.days))
    if (Array.isArray(ids) && isLocalDay(day)) {
      for (const id of ids) if (typeof id === 'string') planned.set(id, day);
    } else draft.leave('Unreadable days of the planner', LEFT_OUT, day);
  const leading = latestOfSeries();

  const parentOf = ({ parentId }: SpTask) => (parentId ? tasks.get(parentId) : undefined);
  const rootOf = rootsOf(parentOf);
  const steps = new Map<SpTask, SpTask[]>();
  const tops: SpTask[] = [];
  for (const task of tasks.values()) {
    const root = rootOf(task);
    if (root === task) tops.push(task);
    else addTo(steps, root, task);
  }
  for (const top of tops) {
    const id = addTask(top, null);
    for (const step of steps.get(top) ?? []) addTask(step, id);
  }
  for (const cfg of cfgs.values()) if (!leading.has(cfg.id)) addSeries(cfg);
  for (const note of recordsIn(SpNote, backup.note, 'notes').values())
    draft.addNote({
      key: note.id,
      title: firstLine(note.content),
      content: note.content,
      createdAt: instantOf(note.created),
      updatedAt: instantOf(note.modified ?? note.created),
    });
  return draft.finish();

  function recordsIn<Schema extends z.ZodMiniType>(
    schema: Schema,
    part: unknown,
    nouns: string,
  ): Map<string, z.output<Schema>> {
    const found = new Map<string, z.output<Schema>>();
    if (part === undefined || part === null) return found;
    const fields = readRecord(Entities, part, nouns, draft.leave);
    for (const [id, value] of Object.entries(fields?.entities ?? {})) {
      const record = readRecord(schema, value, nouns, draft.leave);
      if (record !== undefined) found.set(id, record);
    }
    return found;
  }

  /** Reports the parts that are left out, and the tags. Adds the archived tasks. */
  function nameParts(): void {
    for (const [name, part] of Object.entries(backup)) {
      if (READ.has(name)) continue;
      if (ARCHIVES.has(name)) addArchive(part);
      else if (!isEmpty(part)) draft.leave(PARTS[name] ?? `“${name}”`, LEFT_OUT);
    }
    for (const [id, tag] of tags) if (id !== 'TODAY') draft.leave('Tags', IN_NOTE, tag.title);
  }

  function addArchive(part: unknown): void {
    const own: unknown =
      typeof part === 'object' && part !== null ? (Reflect.get(part, 'task') ?? part) : undefined;
    for (const [id, task] of recordsIn(SpTask, own, 'tasks'))
      if (!tasks.has(id)) {
        tasks.set(id, task);
        archived.add(id);
      }
  }

  /** Returns the latest open task of each series, which is the only task of the series that repeats. */
  function latestOfSeries(): Map<string, string> {
    const latest = new Map<string, SpTask>();
    for (const task of tasks.values()) {
      const { repeatCfgId, isDone, id, created } = task;
      if (!repeatCfgId || isDone || archived.has(id) || !cfgs.has(repeatCfgId)) continue;
      const other = latest.get(repeatCfgId);
      if (!other || (created ?? 0) >= (other.created ?? 0)) latest.set(repeatCfgId, task);
    }
    return new Map([...latest].map(([cfgId, { id }]) => [cfgId, id]));
  }

  function categoryOf(projectId: string | null | undefined, taskId?: string): number | null {
    const project = projectId ? projects.get(projectId) : undefined;
    if (!project) return null;
    const section = taskId === undefined ? undefined : sections.get(taskId);
    const name = section ? `${project.title} / ${section}` : project.title;
    return draft.categoryOf(name, project.theme?.primary ?? undefined);
  }

  function addTask(task: SpTask, parentId: number | null): number {
    const kept: string[] = [];
    const keep = (label: string, value: string, field: string) => {
      kept.push(`${label}: ${value}`);
      draft.leave(field, IN_NOTE, value);
    };
    const completed = task.isDone === true || archived.has(task.id);
    const tagNames = (task.tagIds ?? []).flatMap((id) =>
      id === 'TODAY' ? [] : (tags.get(id)?.title ?? []),
    );
    if (tagNames.length > 0) kept.push(`Tags: ${tagNames.join(', ')}`);
    if (task.timeSpent) keep('Time spent', durationText(task.timeSpent), 'Time spent');
    for (const { title, path } of task.attachments ?? [])
      if (path) keep('Attachment', title ? `[${title}](${path})` : path, 'Attachments');
    if (task.issueId)
      keep(
        'Issue',
        [task.issueType, task.issueId].filter(Boolean).map(textOf).join(' '),
        'Links to issues',
      );
    if (task.issuePoints) keep('Issue points', textOf(task.issuePoints), 'Issue points');
    for (const reminder of [task.reminderId || task.remindAt, task.deadlineRemindAt])
      if (reminder) draft.leave('Reminders', LEFT_OUT, task.title);
    if (task.priority) keep('Priority', textOf(task.priority), 'Priorities');
    nameFields(task);

    const isForToday = !completed && (todays.has(task.id) || task.tagIds?.includes('TODAY'));
    const timed = task.dueWithTime ?? task.plannedAt ?? undefined;
    const day =
      timed === undefined
        ? (dayOf(task.dueDay) ?? planned.get(task.id) ?? (isForToday ? today : null))
        : zone.dayAt(timed);
    const deadline =
      task.deadlineWithTime == null ? dayOf(task.deadlineDay) : zone.dayAt(task.deadlineWithTime);
    if (task.deadlineWithTime != null)
      keep(
        'Deadline',
        `${deadline} ${clockText(zone.minutesAt(task.deadlineWithTime))}`,
        'Times of deadlines',
      );
    const cfg = task.repeatCfgId ? cfgs.get(task.repeatCfgId) : undefined;
    const isLeading = cfg !== undefined && leading.get(cfg.id) === task.id && parentId === null;
    const repeat = isLeading ? repeatOf(cfg, day ?? today, keep) : undefined;
    const minutes = task.timeEstimate ? Math.round(task.timeEstimate / MINUTE_MS) : 0;
    const hasBlock = timed !== undefined && !completed && timed >= context.now.getTime();
    if (timed !== undefined && !hasBlock)
      keep('Time', `${day} ${clockText(zone.minutesAt(timed))}`, 'Times that have passed');
    const id = draft.addTask({
      key: task.id,
      title: task.title,
      parentId,
      completed,
      createdAt: instantOf(task.created),
      completedAt: instantOf(task.doneOn),
      categoryId: categoryOf(task.projectId, task.id),
      plannedDay: day ?? (repeat ? currentDay(repeat, today, today) : null),
      deadline,
      estimateMinutes: minutes > 0 ? minutes : null,
      repeat: repeat ?? null,
      texts: [task.notes ?? ''],
      kept,
    });
    if (hasBlock)
      draft.addBlock(id, task.title, timed, timed + (minutes || BLOCK_MINUTES) * MINUTE_MS, zone);
    return id;
  }

  /** Adds an open task for a series that has none, planned for the next day of the series. */
  function addSeries(cfg: RepeatCfg): void {
    const kept: string[] = [];
    const keep = (label: string, value: string, field: string) => {
      kept.push(`${label}: ${value}`);
      draft.leave(field, IN_NOTE, value);
    };
    const start = dayOf(cfg.startDate) ?? today;
    const repeat = repeatOf(cfg, start, keep);
    const minutes = cfg.defaultEstimate ? Math.round(cfg.defaultEstimate / MINUTE_MS) : 0;
    const tagNames = (cfg.tagIds ?? []).flatMap((id) =>
      id === 'TODAY' ? [] : (tags.get(id)?.title ?? []),
    );
    if (tagNames.length > 0) kept.push(`Tags: ${tagNames.join(', ')}`);
    draft.addTask({
      key: `series ${cfg.id}`,
      title: cfg.title ?? '',
      categoryId: categoryOf(cfg.projectId),
      plannedDay: repeat ? currentDay(repeat, start, today) : null,
      estimateMinutes: minutes > 0 ? minutes : null,
      repeat: repeat ?? null,
      texts: [cfg.notes ?? ''],
      kept,
    });
  }

  function repeatOf(
    cfg: RepeatCfg,
    day: string,
    keep: (label: string, value: string, field: string) => void,
  ): Repeat | undefined {
    if (cfg.startTime) keep('Starts at', cfg.startTime, 'Times of repeating tasks');
    for (const field of ['subTaskTemplates', 'deletedInstanceDates', 'remindAt'])
      if (!isEmpty(cfg[field])) draft.leave(`Repeats: ${field}`, LEFT_OUT, cfg.title ?? '');
    const rule = cfg.isPaused ? undefined : ruleOfCfg(cfg, day);
    if (!rule)
      keep(
        'Repeats',
        cfg.rrule ?? `${cfg.isPaused ? 'paused, ' : ''}${cfg.repeatCycle} every ${cfg.repeatEvery}`,
        cfg.isPaused ? 'Paused repeats' : 'Repeats that Daymark can’t express',
      );
    return rule;
  }

  function nameFields(task: SpTask): void {
    for (const [field, value] of Object.entries(task))
      if (
        !(field in SpTask.shape) &&
        !INTERNAL.has(field) &&
        !HANDLED.has(field) &&
        !isEmpty(value)
      )
        draft.leave(`“${field}” of tasks`, LEFT_OUT, textOf(value));
  }
}

/** Fields that `addTask` handles, or that only add details to such a field. */
const HANDLED = new Set([
  'issueId',
  'issueType',
  'issueProviderId',
  'issueWasUpdated',
  'issueLastUpdated',
  'issueAttachmentNr',
  'issueTimeTracked',
  'issuePoints',
  'issueLastSyncedValues',
  'reminderId',
  'remindAt',
  'deadlineRemindAt',
  'priority',
]);

function ruleOfCfg(cfg: RepeatCfg, day: string): Repeat | undefined {
  const from = cfg.repeatFromCompletionDate ? 'completion' : 'schedule';
  if (cfg.rrule) return ruleOfRRule(cfg.rrule, day, from);
  const every = RULE_UNITS[cfg.repeatCycle ?? ''];
  const interval = cfg.repeatEvery ?? 1;
  if (!every || !Number.isInteger(interval) || interval < 1 || interval > 365) return undefined;
  if (cfg.monthlyWeekOfMonth) return undefined;
  if (every === 'week') {
    const weekdays = WEEKDAYS.flatMap((name, index) => (cfg[name] === true ? [index + 1] : []));
    return ruleOn({ every, interval, from, ...(weekdays.length > 0 && { weekdays }) }, day);
  }
  if (every === 'month' && cfg.monthlyLastDay) return { every, interval, from, day: 31 };
  return ruleOn({ every, interval, from }, dayOf(cfg.startDate) ?? day);
}

const dayOf = (text: string | null | undefined): string | null =>
  text && isLocalDay(text) ? text : null;

function instantOf(ms: number | null | undefined): string | undefined {
  // From the year 1 to 9998.
  const isInRange = ms != null && ms > -62_135_596_800_000 && ms < 253_370_764_800_000;
  return isInRange ? new Date(ms).toISOString() : undefined;
}

const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .find(Boolean) ?? '';

function durationText(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Whether a value contains nothing, at any depth. False, 0 and '' count as nothing. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '' || value === 0)
    return true;
  if (typeof value !== 'object') return false;
  return Object.values(value).every(isEmpty);
}
