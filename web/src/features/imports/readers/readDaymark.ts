import {
  importedCollections,
  importedRecords,
  type ImportedCollection,
} from '@daymark/contract/accountExport';
import { categoryNameKey } from '@daymark/contract/category';
import { ChosenSettings } from '@daymark/contract/settings';
import * as z from 'zod/mini';
import {
  createImportDraft,
  LEFT_OUT,
  type ImportContext,
  type ImportedRecord,
  type ReadImport,
} from '../importDraft';
import { ImportFileError } from '../importFileError';

/** The known parts of an export. Other parts are reported. */
const ABOUT = new Set(['version', 'exportedAt', 'user', 'settings', ...importedCollections]);

/** Fields that follow from the account. */
const OWN = new Set(['userId']);

/** Whether the JSON is an export of Daymark. */
export const isDaymarkExport = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' &&
  json !== null &&
  'version' in json &&
  Number.isInteger(json.version) &&
  importedCollections.some((name) => name in json);

/**
 * Reads Daymark's own export. Records keep their ids, except some categories. A category whose name exists becomes the
 * existing category. A category whose id belongs to another category gets a new id.
 */
export function readDaymark(json: Record<string, unknown>, context: ImportContext): ReadImport {
  if (json.version !== 1)
    throw new ImportFileError('This export was made by a later version of Daymark.');
  const draft = createImportDraft('Daymark', context);
  const taken = new Map(context.categories.map(({ id, name }) => [categoryNameKey(name), id]));
  const names = new Map(context.categories.map(({ id, name }) => [id, categoryNameKey(name)]));
  const categoryIds = new Map<number, number>();
  const surplusSteps = new Set<number>();

  for (const [name, part] of Object.entries(json))
    if (!ABOUT.has(name) && part != null) draft.leave(`“${name}”`, LEFT_OUT);
  if (json.user != null)
    draft.leave('Name, email address and time zone', 'this account keeps its own');
  for (const collection of importedCollections) {
    const list = json[collection] ?? [];
    if (!Array.isArray(list))
      throw new ImportFileError(`This export is damaged: its ${collection} are not a list.`);
    if (collection === 'tasks') leaveSurplusSteps(list);
    for (const one of list as unknown[]) take(collection, one);
  }
  const settings = z.partial(ChosenSettings).safeParse(json.settings ?? {});
  if (!settings.success) draft.leave('Settings', LEFT_OUT);
  return draft.finish(settings.success ? { settings: settings.data } : {});

  /**
   * Finds the steps beyond a task's limit, which become tasks. Imports through the API, or into a task with steps, can
   * exceed the limit.
   */
  function leaveSurplusSteps(list: readonly unknown[]): void {
    const steps = list.filter(hasParent).flatMap((one) => {
      const parsed = importedRecords.tasks.safeParse(withoutUser(one));
      return parsed.success && parsed.data.parentId != null ? [parsed.data] : [];
    });
    const inPlace = steps.sort((one, other) =>
      (one.position ?? '') < (other.position ?? '') ? -1 : 1,
    );
    for (const { id, parentId, title } of inPlace)
      if (parentId != null && !draft.takeStep(parentId, title)) surplusSteps.add(id);
  }

  function take(collection: ImportedCollection, one: unknown): void {
    const schema: z.ZodMiniType = importedRecords[collection];
    const parsed = schema.safeParse(withoutUser(one));
    if (!parsed.success) {
      draft.leave(`Damaged ${collection}`, LEFT_OUT, titleOf(one));
      return;
    }
    const record = parsed.data as { id: number; name?: string; categoryId?: number | null };
    nameFields(collection, one, record);
    if (collection === 'categories') {
      const key = categoryNameKey(record.name ?? '');
      const existing = taken.get(key);
      if (existing !== undefined) {
        categoryIds.set(record.id, existing);
        return;
      }
      const other = names.get(record.id);
      if (other !== undefined && other !== key) {
        const id = draft.idOf('categories', `${record.id} ${key}`);
        categoryIds.set(record.id, id);
        draft.add('categories', { ...(record as ImportedRecord<'categories'>), id });
        return;
      }
    }
    if (collection === 'tasks' && record.categoryId != null)
      record.categoryId = categoryIds.get(record.categoryId) ?? record.categoryId;
    if (collection === 'tasks' && surplusSteps.has(record.id))
      Object.assign(record, { parentId: null, position: null });
    draft.add(collection, record as never);
  }

  function nameFields(collection: string, one: unknown, record: object): void {
    for (const [field, value] of Object.entries(one as object))
      if (!(field in record) && !OWN.has(field) && value != null && field !== 'id')
        draft.leave(`“${field}” of ${collection}`, LEFT_OUT, String(value));
  }
}

const withoutUser = (one: unknown): unknown =>
  typeof one === 'object' && one !== null ? { ...one, userId: undefined } : one;

const hasParent = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && Reflect.get(one, 'parentId') != null;

const titleOf = (one: unknown): string =>
  typeof one === 'object' && one !== null ? String(Reflect.get(one, 'title') ?? '') : '';
