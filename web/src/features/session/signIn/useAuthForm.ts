import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form';

/**
 * Returns a React Hook Form for a prerendered page, and a function that returns the props of a field. The HTML already
 * contains each field's value, and text that was typed before the app had loaded is kept. React Hook Form alone would
 * reset the fields to the default values.
 */
export function useAuthForm<Values extends FieldValues>(
  values: DefaultValues<Values> & Values,
  resolver: Resolver<Values>,
) {
  const form = useForm<Values>({ resolver, defaultValues: values });
  const field = (name: Path<Values>) => {
    const { ref, ...handlers } = form.register(name);
    return {
      ...handlers,
      defaultValue: form.getValues(name) as string,
      ref: (input: HTMLInputElement | null) => {
        const typed = input?.value;
        ref(input);
        if (typed === undefined || typed === form.getValues(name)) return;
        form.setValue(name, typed as Values[Path<Values>]);
      },
    };
  };
  return { form, field };
}
