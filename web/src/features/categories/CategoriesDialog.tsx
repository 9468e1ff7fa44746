import { countText } from '../../lib/text/numbers';
import { Pencil, Plus, Tags, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { preloadLater } from '../../lib/browser/preload';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { IconButton } from '../../ui/controls/IconButton';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import { EmptyState } from '../../ui/states/EmptyState';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { isOf, useConflicts } from '../../records/conflicts/conflictQueries';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { TextButton } from '../../ui/controls/TextButton';
import { colorStyle } from '../../lib/visibleColor';
import { useTasks } from '../../records/tasks/taskQueries';
import css from './CategoriesDialog.module.css';
import { unusedColor } from '../../records/categories/categoryColors';
import { CategoryForm } from './CategoryForm';
import {
  useCategories,
  useCategoryMutations,
  type CategoryFields,
} from '../../records/categories/categoryQueries';
import type { ShownCategory } from '../../domain/shownRecords';

/** Creates, renames, recolors and deletes categories. Default export, because it is loaded lazily. */
export default function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const categories = useCategories();
  const tasks = useTasks();
  const mutations = useCategoryMutations();
  /** What is typed in each open form, by the category's id. */
  const [typed, setTyped] = useState<ReadonlyMap<number | 'new', CategoryFields>>(new Map());
  const [createdCount, setCreatedCount] = useState(0);
  const [deleting, setDeleting] = useState<ShownCategory>();
  // Shown in the dialog, not as a toast: while a dialog is open, a toast can't be reached by keyboard.
  const [deleted, setDeleted] = useState<{ name: string; undo: () => void }>();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => preloadLater(LazyConfirmDialog.preload), []);

  /** The categories that are edited, as they were when the person began. */
  const [seen, setSeen] = useState<ReadonlyMap<number, CategoryFields>>(new Map());
  const all = categories.data ?? [];
  const conflicts = useConflicts();
  const setFields = (which: number | 'new', fields: CategoryFields) => {
    if (which !== 'new' && !typed.has(which))
      setSeen((before) => new Map(before).set(which, fields));
    setTyped((before) => new Map(before).set(which, fields));
  };
  const closeForm = (which: number | 'new') => {
    // Rendered at once, so that the button that opened the form is back and can be focused.
    flushSync(() =>
      setTyped((before) => new Map([...before].filter(([other]) => other !== which))),
    );
    (which === 'new' ? addButton.current : editButton(which))?.focus();
  };
  const editButton = (id: number) =>
    list.current?.querySelector<HTMLElement>(`[data-category="${id}"] > div > button`);
  const isDirty = [...typed].some(([which, { name, color }]) => {
    const before = all.find(({ id }) => id === which);
    return before ? name !== before.name || color !== before.color : name.trim() !== '';
  });
  const tasksOf = ({ id }: ShownCategory) =>
    (tasks.data ?? []).filter(({ categoryId }) => categoryId === id);
  const newFields = typed.get('new');

  return (
    <>
      <Dialog title="Categories" dismiss="Done" isDirty={isDirty} onClose={onClose}>
        {categories.error ? (
          <LoadErrorMessage
            title="Your categories couldn’t be loaded"
            error={categories.error}
            onRetry={categories.refetch}
          />
        ) : (
          <>
            {categories.data?.length === 0 && !newFields && (
              <EmptyState
                icon={<Tags size={28} aria-hidden="true" />}
                title="No categories available"
              >
                A category gives its tasks a color, and a place in the filter.
              </EmptyState>
            )}
            <ul
              className={css.list}
              ref={list}
              aria-label="Categories"
              aria-busy={!categories.data}
            >
              {all.map((category) => {
                const { id, name, color, saveError } = category;
                const editedFields = typed.get(id);
                return (
                  <li key={id} data-category={id}>
                    {editedFields ? (
                      <CategoryForm
                        typed={editedFields}
                        others={all.filter((other) => other !== category)}
                        onType={(fields) => setFields(id, fields)}
                        submit="Save"
                        onCancel={() => closeForm(id)}
                        onSubmit={(fields) => {
                          mutations.update(id, seen.get(id) ?? category, fields);
                          closeForm(id);
                        }}
                      />
                    ) : (
                      <div className={css.row}>
                        <i style={colorStyle(color)} />
                        <span dir="auto">{name}</span>
                        <ConflictButton
                          id={conflicts.find((one) => isOf(one, 'categories', id))?.id}
                        />
                        {saveError ? (
                          <SaveErrorMessage
                            error={saveError}
                            onRetry={() => mutations.retry(category)}
                            onDiscard={() => mutations.discard(category)}
                          />
                        ) : (
                          <small>{tasksText(tasksOf(category).length)}</small>
                        )}
                        <IconButton
                          label={`Edit ${name}`}
                          onClick={() => setFields(id, { name, color })}
                        >
                          <Pencil size={16} aria-hidden="true" />
                        </IconButton>
                        <IconButton
                          label={`Delete ${name}`}
                          onPointerEnter={LazyConfirmDialog.preload}
                          onFocus={LazyConfirmDialog.preload}
                          onClick={() => setDeleting(category)}
                        >
                          <Trash2 size={16} aria-hidden="true" />
                        </IconButton>
                      </div>
                    )}
                  </li>
                );
              })}
            </ul>
            <p className={css.deleted} role="status">
              {deleted && (
                <>
                  <span>“{deleted.name}” was deleted.</span>{' '}
                  <TextButton
                    onClick={() => {
                      deleted.undo();
                      setDeleted(undefined);
                      addButton.current?.focus();
                    }}
                  >
                    Undo
                  </TextButton>
                </>
              )}
            </p>
            {newFields ? (
              <CategoryForm
                // A new form for the next category.
                key={createdCount}
                typed={newFields}
                others={all}
                onType={(fields) => setFields('new', fields)}
                submit="Add"
                onCancel={() => closeForm('new')}
                onSubmit={(fields) => {
                  mutations.create(fields);
                  setCreatedCount(createdCount + 1);
                  setFields('new', { name: '', color: unusedColor([...all, fields]) });
                }}
              />
            ) : (
              <div className={css.add}>
                <Button
                  ref={addButton}
                  disabled={!categories.data}
                  onClick={() => setFields('new', { name: '', color: unusedColor(all) })}
                >
                  <Plus size={18} aria-hidden="true" />
                  Add Category
                </Button>
              </div>
            )}
          </>
        )}
      </Dialog>
      {deleting && (
        <LazyConfirmDialog
          title="Delete category?"
          text={deletionText(deleting.name, tasksOf(deleting).length)}
          confirm="Delete"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => {
            const row = list.current?.querySelector(`[data-category="${deleting.id}"]`);
            const next = row?.nextElementSibling ?? row?.previousElementSibling;
            // Rendered at once: as it closes, the confirmation returns the focus to a button that is deleted.
            flushSync(() => {
              setDeleting(undefined);
              const undo = mutations.remove(
                deleting,
                tasksOf(deleting).map((task) => task.id),
              );
              setDeleted({ name: deleting.name, undo });
            });
            (
              next?.querySelector<HTMLElement>('div > button:last-of-type') ?? addButton.current
            )?.focus();
          }}
        />
      )}
    </>
  );
}

const tasksText = (tasks: number) => (tasks === 0 ? 'No tasks' : countText(tasks, 'task'));

function deletionText(name: string, tasks: number): string {
  if (tasks === 0) return `“${name}” will be deleted.`;
  return tasks === 1
    ? `“${name}” will be deleted. Its task stays, without a category.`
    : `“${name}” will be deleted. Its ${countText(tasks, 'task')} stay, without a category.`;
}
