const KINDS = ['reflection', 'note'] as const;

const keysOf = (kind: (typeof KINDS)[number], userId: number) => `daymark.${kind}Draft.${userId}.`;

/** Where a person's unsaved reflection of a day is kept in this browser. */
export const draftKey = (userId: number, day: string): string => keysOf('reflection', userId) + day;

/** Where the note that a person is writing is kept: the one whose dialog is open. */
export const noteDraftKey = (userId: number): string => `${keysOf('note', userId)}open`;

const listeners = new Set<() => void>();
const inMemory = new Map<string, string>();

/** What was typed and not saved, for each person; all screens and tabs see the same. */
export const drafts = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  },
  get(key: string): string | null {
    try {
      return inMemory.get(key) ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      if (value === '{}') localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      inMemory.delete(key);
    } catch {
      // Storage is blocked or full: it is kept as long as the page.
      inMemory.set(key, value);
    }
    listeners.forEach((listener) => listener());
  },
};

/** Deletes what a person typed here and didn't save. */
export function deleteDrafts(userId: number): void {
  inMemory.clear();
  try {
    for (const key of Object.keys(localStorage))
      if (KINDS.some((kind) => key.startsWith(keysOf(kind, userId)))) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing is kept there.
  }
}
