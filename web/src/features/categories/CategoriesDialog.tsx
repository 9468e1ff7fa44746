import { Pencil, Plus, Tags, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../../lib/lazyPart';
import { preload, preloadLater } from '../../lib/preload';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { IconButton } from '../../ui/IconButton';
import { LoadErrorMessage } from '../../ui/LoadErrorMessage';
import { EmptyState } from '../../ui/EmptyState';
import { SaveErrorMessage } from '../../ui/SaveErrorMessage';
import { TextButton } from '../../ui/TextButton';
import { useTasks } from '../tasks/taskQueries';
import css from './CategoriesDialog.module.css';
import { unusedColor } from './categoryColors';
import { CategoryForm } from './CategoryForm';
import {
  useCategories,
  useCategoryMutations,
  type CategoryFields,
  type ShownCategory,
} from './categoryQueries';

const loadConfirm = () => import('../../ui/ConfirmDialog');
const ConfirmDialog = lazyPart(loadConfirm);

/** Makes, renames, recolours and deletes categories. Default export: loaded on intent. */
export default function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const categories = useCategories();
  const tasks = useTasks();
  const changes = useCategoryMutations();
  /** What is typed in each form that is open, by the category it is about. */
  const [typed, setTyped] = useState<ReadonlyMap<number | 'new', CategoryFields>>(new Map());
  const [made, setMade] = useState(0);
  const [deleting, setDeleting] = useState<ShownCategory>();
  // Said in here, not in a notice: those are out of reach while a dialog is open.
  const [deleted, setDeleted] = useState<{ name: string; undo: () => void }>();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => preloadLater(loadConfirm), []);

  const all = categories.data ?? [];
  const type = (which: number | 'new', fields: CategoryFields) =>
    setTyped((before) => new Map(before).set(which, fields));
  const close = (which: number | 'new') => {
    // Drawn at once, so that the button that opened the form is there again.
    flushSync(() =>
      setTyped((before) => new Map([...before].filter(([other]) => other !== which))),
    );
    (which === 'new' ? addButton.current : button(which))?.focus();
  };
  const button = (id: number) =>
    list.current?.querySelector<HTMLElement>(`[data-category="${id}"] > div > button`);
  const isDirty = [...typed].some(([which, { name, color }]) => {
    const before = all.find(({ id }) => id === which);
    return before ? name !== before.name || color !== before.color : name.trim() !== '';
  });
  const tasksOf = ({ id }: ShownCategory) =>
    (tasks.data ?? []).filter(({ categoryId }) => categoryId === id);
  const added = typed.get('new');

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
            {categories.data?.length === 0 && !added && (
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
                const edit = typed.get(id);
                return (
                  <li key={id} data-category={id}>
                    {edit ? (
                      <CategoryForm
                        typed={edit}
                        onType={(fields) => type(id, fields)}
                        submit="Save"
                        onCancel={() => close(id)}
                        onSubmit={(fields) => {
                          changes.update(category, fields);
                          close(id);
                        }}
                      />
                    ) : (
                      <div className={css.row}>
                        <i style={{ backgroundColor: color }} />
                        <span dir="auto">{name}</span>
                        {saveError ? (
                          <SaveErrorMessage
                            {...(saveError.kind === 'rejected' && {
                              sentence: saveError.sentence,
                              onDiscard: () => changes.discard(category),
                            })}
                            onRetry={() => changes.retry(category)}
                          />
                        ) : (
                          <small>{countText(tasksOf(category).length)}</small>
                        )}
                        <IconButton
                          label={`Edit ${name}`}
                          onClick={() => type(id, { name, color })}
                        >
                          <Pencil size={16} aria-hidden="true" />
                        </IconButton>
                        <IconButton
                          label={`Delete ${name}`}
                          onPointerEnter={() => preload(loadConfirm)}
                          onFocus={() => preload(loadConfirm)}
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
            {added ? (
              <CategoryForm
                // The next one begins afresh.
                key={made}
                typed={added}
                onType={(fields) => type('new', fields)}
                submit="Add"
                onCancel={() => close('new')}
                onSubmit={(fields) => {
                  changes.create(fields);
                  setMade(made + 1);
                  type('new', { name: '', color: unusedColor([...all, fields]) });
                }}
              />
            ) : (
              <div className={css.add}>
                <Button
                  ref={addButton}
                  disabled={!categories.data}
                  onClick={() => type('new', { name: '', color: unusedColor(all) })}
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
        <Suspense>
          <ConfirmDialog
            title="Delete category?"
            text={deletionText(deleting.name, tasksOf(deleting).length)}
            confirm="Delete"
            onClose={() => setDeleting(undefined)}
            onConfirm={() => {
              const row = list.current?.querySelector(`[data-category="${deleting.id}"]`);
              const next = row?.nextElementSibling ?? row?.previousElementSibling;
              setDeleting(undefined);
              const undo = changes.remove(
                deleting,
                tasksOf(deleting).map(({ id }) => id),
              );
              setDeleted({ name: deleting.name, undo });
              // Once the question has closed: it gives the focus back to the button of a row that has gone.
              requestAnimationFrame(() =>
                (
                  next?.querySelector<HTMLElement>('div > button:last-of-type') ?? addButton.current
                )?.focus(),
              );
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function countText(tasks: number): string {
  if (tasks === 0) return 'No tasks';
  return tasks === 1 ? '1 task' : `${tasks} tasks`;
}

function deletionText(name: string, tasks: number): string {
  if (tasks === 0) return `“${name}” will be deleted.`;
  return tasks === 1
    ? `“${name}” will be deleted. Its task stays, without a category.`
    : `“${name}” will be deleted. Its ${tasks} tasks stay, without a category.`;
}
