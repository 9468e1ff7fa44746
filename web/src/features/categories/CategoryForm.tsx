import { Category, CATEGORY_NAME_TAKEN, categoryNameKey } from '@daymark/contract/category';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import type { CategoryFields } from '../../records/categories/categoryQueries';
import css from './CategoryForm.module.css';
import { ColorChoice } from './ColorChoice';

interface CategoryFormProps {
  typed: CategoryFields;
  /** The other categories: two of one name are refused. */
  others: readonly Pick<Category, 'name'>[];
  onType: (typed: CategoryFields) => void;
  submit: 'Add' | 'Save';
  onSubmit: (fields: CategoryFields) => void;
  onCancel: () => void;
}

/** Name and color of a category. Enter saves; Escape closes the form, but not the dialog around it. */
export function CategoryForm({
  typed,
  others,
  onType,
  submit,
  onSubmit,
  onCancel,
}: CategoryFormProps) {
  const [error, setError] = useState<string>();
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const name = Category.shape.name.safeParse(typed.name);
        const isTaken =
          name.success &&
          others.some((other) => categoryNameKey(other.name) === categoryNameKey(name.data));
        setError(isTaken ? CATEGORY_NAME_TAKEN : name.error?.issues[0]?.message);
        if (name.success && !isTaken) onSubmit({ name: name.data, color: typed.color });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextInput
        label="Name"
        autoFocus
        error={error}
        value={typed.name}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setError(undefined);
          onType({ ...typed, name: target.value });
        }}
      />
      <ColorChoice value={typed.color} onChange={(color) => onType({ ...typed, color })} />
      <div>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" type="submit" variant="outlined">
          {submit}
        </Button>
      </div>
    </form>
  );
}
