/** Whether the build has drawn this page, and the app takes it over (web/prerender.ts). */
export const isPrerendered = (): boolean => document.documentElement.dataset.app !== undefined;
