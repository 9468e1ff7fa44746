import type { CollectionName } from '@daymark/contract/changes';
import { paths } from '../lib/paths';

/** Returns the collections that a screen is drawn with. Notes can be long, and only /notes needs them to be drawn. */
export const screenRecords = (pathname: string): readonly CollectionName[] => [
  'tasks',
  'categories',
  'events',
  'focusSessions',
  'settings',
  'reflections',
  ...(pathname === paths.notes ? (['notes'] as const) : []),
];
