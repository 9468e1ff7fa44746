/** Whether the build has drawn this page (web/prerender.ts), and the app takes it over. */
export const isPrerendered = (): boolean => document.documentElement.dataset.app !== undefined;
