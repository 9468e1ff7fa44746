import type { CollectionName } from '@daymark/contract/changes';
import { paths } from '../lib/paths';

/**
 * Returns the collections that a screen is drawn with. Notes can be long, and only /notes needs them to be drawn. Only
 * /today offers to plan the day, and to plan and review the week.
 */
export const screenRecords = (pathname: string): readonly CollectionName[] => [
  'tasks',
  'categories',
  'events',
  'focusSessions',
  'settings',
  'reflections',
  ...(pathname === paths.root || pathname === paths.today
    ? (['dayPlans', 'goals', 'weekReviews'] as const)
    : []),
  ...(pathname === paths.notes ? (['notes'] as const) : []),
];
