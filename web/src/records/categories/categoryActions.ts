import { CornerDownLeft, Tags } from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { paths, tasksPath, type OpenState } from '../../lib/paths';
import { offered, type OfferedAction, type RecordAction } from '../action';
import type { ShownCategory } from '../../domain/shownRecords';

interface CategoryContext {
  navigate: NavigateFunction;
}

const actions: readonly RecordAction<ShownCategory, CategoryContext>[] = [
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

/** Returns what the palette offers for a category, first what Enter does. */
export const offeredCategoryActions = (
  category: ShownCategory,
  context: CategoryContext,
): OfferedAction[] => offered(actions, category, context);
