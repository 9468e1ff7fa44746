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
import { unusedColor } from '../../domain/tasks/categoryColors';
import { CategoryForm } from './CategoryForm';
import {
  useCategories,
  useCategoryMutations,
  type CategoryFields,
} from '../../records/categories/categoryQueries';
import type { ShownCategory } from '../../domain/shownRecords';

/** A form's fields as they were when it was opened, and as they are now. */
interface OpenForm {
  before: CategoryFields;
  typed: CategoryFields;
}

/** Creates, renames, recolors and deletes categories. Default export, because it is loaded lazily. */
export default function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const categories = useCategories();
  const tasks = useTasks();
  const mutations = useCategoryMutations();
  /** The open forms, by the category's id. */
  const [forms, setForms] = useState<ReadonlyMap<number | 'new', OpenForm>>(new Map());
  const [createdCount, setCreatedCount] = useState(0);
  const [deleting, setDeleting] = useState<ShownCategory>();
  // Shown in the dialog and not as a toast, because a toast can't be reached by keyboard while a dialog is open.
  const [deleted, setDeleted] = useState<{ name: string; undo: () => void }>();
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => preloadLater(LazyConfirmDialog.preload), []);

  const all = categories.data ?? [];
  const conflicts = useConflicts();
  const setForm = (which: number | 'new', before: CategoryFields, typed = before) =>
    setForms((open) => new Map(open).set(which, { before, typed }));
  const closeForm = (which: number | 'new') => {
    // Rendered at once, so that the button that opened the form is back and can be focused.
    flushSync(() => setForms((open) => new Map([...open].filter(([other]) => other !== which))));
    (which === 'new' ? addButton.current : document.getElementById(editId(which)))?.focus();
  };
  const isDirty = [...forms].some(
    ([which, { before, typed }]) =>
      typed.name.trim() !== before.name || (which !== 'new' && typed.color !== before.color),
  );
  const tasksOf = ({ id }: ShownCategory) =>
    (tasks.data ?? []).filter(({ categoryId }) => categoryId === id);
  const newForm = forms.get('new');

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
            {categories.data?.length === 0 && !newForm && (
              <EmptyState
                icon={<Tags size={28} aria-hidden="true" />}
                title="No categories available"
              >
                A category gives its tasks a color and an entry in the filter.
              </EmptyState>
            )}
            <ul className={css.list} aria-label="Categories" aria-busy={!categories.data}>
              {all.map((category) => {
                const { id, name, color, saveError } = category;
                const edited = forms.get(id);
                return (
                  <li key={id}>
                    {edited ? (
                      <CategoryForm
                        before={edited.before}
                        others={all.filter((other) => other !== category)}
                        onType={(typed) => setForm(id, edited.before, typed)}
                        submit="Save"
                        onCancel={() => closeForm(id)}
                        onSubmit={(fields) => {
                          mutations.update(id, edited.before, fields);
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
                          id={editId(id)}
                          label={`Edit ${name}`}
                          onClick={() => setForm(id, { name, color })}
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
            {newForm ? (
              <CategoryForm
                // Remounts the form for each new category.
                key={createdCount}
                before={newForm.before}
                others={all}
                onType={(typed) => setForm('new', newForm.before, typed)}
                submit="Add"
                onCancel={() => closeForm('new')}
                onSubmit={(fields) => {
                  mutations.create(fields);
                  setCreatedCount(createdCount + 1);
                  setForm('new', { name: '', color: unusedColor([...all, fields]) });
                }}
              />
            ) : (
              <div className={css.add}>
                <Button
                  ref={addButton}
                  disabled={!categories.data}
                  onClick={() => setForm('new', { name: '', color: unusedColor(all) })}
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
            const row = document.getElementById(editId(deleting.id))?.closest('li');
            const next = row?.nextElementSibling ?? row?.previousElementSibling;
            // Render at once. Otherwise the closing dialog would return the focus to a deleted button.
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

const editId = (id: number) => `edit-category-${id}`;

const tasksText = (tasks: number) => (tasks === 0 ? 'No tasks' : countText(tasks, 'task'));

function deletionText(name: string, tasks: number): string {
  if (tasks === 0) return `“${name}” will be deleted.`;
  return tasks === 1
    ? `“${name}” will be deleted. Its task stays, without a category.`
    : `“${name}” will be deleted. Its ${countText(tasks, 'task')} stay, without a category.`;
}
