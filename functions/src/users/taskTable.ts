import { BYTE_ORDER_MARK, CSV_FORMAT, csvText, LINE_END } from '@daymark/contract/csvFormat';
import { dayOf } from '@daymark/contract/primitives';
import { repeatText } from '@daymark/contract/repeats/repeatText';
import type { Task } from '@daymark/contract/task';
import type { ExportDocument } from './exportDocument';

type Cell = string | number | null;

/** The columns, as docs/export.md describes them. */
const COLUMNS: [name: string, cellOf: (task: Task, categories: Map<number, string>) => Cell][] = [
  ['ID', ({ id }) => String(id)],
  ['Title', ({ title }) => title],
  ['Step of', ({ parentId }) => parentId && String(parentId)],
  [
    'Category',
    ({ categoryId }, categories) =>
      categoryId === null ? null : (categories.get(categoryId) ?? null),
  ],
  ['Top 3', ({ isPriority }) => yesOrNothing(isPriority)],
  ['Planned day', ({ plannedDay }) => plannedDay],
  ['Deadline', ({ deadline }) => deadline],
  ['Estimate (minutes)', ({ estimateMinutes }) => estimateMinutes],
  [
    'Repeats',
    ({ repeat, seriesDay, createdAt }) =>
      repeat && repeatText(repeat, seriesDay ?? dayOf(createdAt)),
  ],
  ['Completed', ({ completed }) => yesOrNothing(completed)],
  ['Completed at', ({ completedAt }) => completedAt],
  ['Skipped at', ({ skippedAt }) => skippedAt],
  ['Created at', ({ createdAt }) => createdAt],
];

const yesOrNothing = (is: boolean) => (is ? 'yes' : null);

/** Loads the library for tables, on first use. */
export const loadTables = () => import('papaparse');

/** Yields the tasks as CSV (RFC 4180) in UTF-8, in the order of their list, with the columns' names first. */
export async function* taskTable({ tasks, categories }: ExportDocument): AsyncGenerator<string> {
  const {
    default: { unparse },
  } = await loadTables();
  const linesOf = (rows: Cell[][]) =>
    rows.length === 0 ? '' : unparse(rows, CSV_FORMAT) + LINE_END;
  const names = new Map<number, string>();
  for await (const page of categories()) for (const { id, name } of page) names.set(id, name);
  yield BYTE_ORDER_MARK + linesOf([COLUMNS.map(([name]) => name)]);
  for await (const page of tasks())
    yield linesOf(
      page.map((task) =>
        COLUMNS.map(([, cellOf]) => {
          const cell = cellOf(task, names);
          return typeof cell === 'string' ? csvText(cell) : cell;
        }),
      ),
    );
}
