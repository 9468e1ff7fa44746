import { Plus, Tag } from 'lucide-react';
import type { CategoryOption } from '../../../domain/line/lineCategories';
import { quoted } from '../../../lib/text/quoted';
import { ListboxPopup } from '../../../ui/fields/ListboxPopup';
import type { Listbox } from '../../../ui/fields/useListbox';
import css from './CategoryOptions.module.css';

/** The categories that a typed name can mean, below the field. Default export, because it is loaded lazily. */
export default function CategoryOptions({ listbox }: { listbox: Listbox<CategoryOption> }) {
  return (
    <div className={css.place}>
      <ListboxPopup label="Categories" listbox={listbox}>
        {({ id, name }) =>
          id === undefined ? (
            <>
              <Plus size={16} aria-hidden="true" />
              <span dir="auto">Create {quoted(name)}</span>
            </>
          ) : (
            <>
              <Tag size={16} aria-hidden="true" />
              <span dir="auto">{name}</span>
            </>
          )
        }
      </ListboxPopup>
    </div>
  );
}
