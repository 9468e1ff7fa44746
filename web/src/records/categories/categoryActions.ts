import { CornerDownLeft, Tags } from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { paths, tasksPath, type OpenState } from '../../lib/paths';
import type { RecordAction } from '../action';
import type { ShownCategory } from '../../domain/shownRecords';

/** The actions of a category. In the palette, Enter runs the first action. */
export const categoryActions: readonly RecordAction<
  ShownCategory,
  { navigate: NavigateFunction }
>[] = [
  {
    label: 'Show its tasks',
    Icon: CornerDownLeft,
    run: ({ id }, { navigate }) => void navigate(tasksPath({ category: id })),
  },
  {
    label: 'Edit categories…',
    Icon: Tags,
    run: (_, { navigate }) =>
      void navigate(paths.tasks, { state: { editsCategories: true } satisfies OpenState }),
  },
];
