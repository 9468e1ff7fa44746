import { Category, CATEGORY_NAME_TAKEN, categoryNameKey } from '@daymark/contract/category';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { Button } from '../../ui/controls/Button';
import { TextInput } from '../../ui/fields/TextInput';
import type { CategoryFields } from '../../records/categories/categoryQueries';
import css from './CategoryForm.module.css';
import { ColorChoice } from './ColorChoice';

interface CategoryFormProps {
  /** The initial values of the fields. */
  before: CategoryFields;
  /** The other categories, whose names the form refuses. */
  others: readonly Pick<Category, 'name'>[];
  onType: (typed: CategoryFields) => void;
  submit: 'Add' | 'Save';
  onSubmit: (fields: CategoryFields) => void;
  onCancel: () => void;
}

const formAmong = (others: readonly Pick<Category, 'name'>[]) =>
  z.object({
    name: Category.shape.name.check(
      z.refine(
        (name: string) =>
          others.every((other) => categoryNameKey(other.name) !== categoryNameKey(name)),
        CATEGORY_NAME_TAKEN,
      ),
    ),
    color: Category.shape.color,
  });

/** Edits the name and color of a category. Enter saves. Escape closes the form, but not the dialog around it. */
export function CategoryForm({
  before,
  others,
  onType,
  submit,
  onSubmit,
  onCancel,
}: CategoryFormProps) {
  const form = useForm({ resolver: zodResolver(formAmong(others)), defaultValues: before });
  const color = useWatch({ control: form.control, name: 'color' });
  // React's autoFocus runs before the field has a value to select.
  useEffect(() => form.setFocus('name'), [form]);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={form.handleSubmit(onSubmit)}
      onChange={() => onType(form.getValues())}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextInput
        label="Name"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
        onFocus={({ target }) => target.select()}
      />
      <ColorChoice value={color} onChange={(chosen) => form.setValue('color', chosen)} />
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
