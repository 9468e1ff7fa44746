const keysOf = (userId: number) => `daymark.reflectionDraft.${userId}.`;

/** Where a person's unsaved reflection of a day is kept in this browser. */
export const draftKey = (userId: number, day: string): string => keysOf(userId) + day;

/** Deletes what a person typed here and didn't save. */
export function deleteDrafts(userId: number): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(keysOf(userId))) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing is kept there.
  }
}
