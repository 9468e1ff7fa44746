import type { API_TOKEN_DAYS, ApiTokenScope } from '@daymark/contract/apiToken';

/** The label of each scope. */
export const SCOPES: Readonly<Record<ApiTokenScope, string>> = {
  read: 'Read',
  write: 'Read and write',
};

/** The lifetimes a token can have, with their labels. */
export const LIFETIMES: readonly { days: (typeof API_TOKEN_DAYS)[number]; label: string }[] = [
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
];
