import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
} from 'react-hook-form';

/**
 * A form whose page arrives as HTML: each field has what it is filled in with in that HTML, and what was typed before
 * the app was there is taken over. React Hook Form alone would put the first values back.
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
      defaultValue: values[name],
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
