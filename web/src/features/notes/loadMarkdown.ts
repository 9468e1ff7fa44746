/** What draws formatted text, with the library that reads it; fetched when a note is about to be opened. */
export const loadMarkdown = () => import('./MarkdownText');
