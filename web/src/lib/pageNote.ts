/**
 * A word that one page leaves for the next in this tab, read once. A browser that keeps nothing loses it, and that is
 * all that happens.
 */
export const pageNote = {
  leave(key: string, note: string): void {
    try {
      sessionStorage.setItem(key, note);
    } catch {
      // Storage is blocked or full.
    }
  },
  take(key: string): string | null {
    try {
      const note = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return note;
    } catch {
      return null;
    }
  },
};
