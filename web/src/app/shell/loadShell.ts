import { preloadPage } from '../routePages';

/** What stands around the protected screens, and the sync behind them; visitors never load it. */
export const loadShell = async () => {
  // The screen inside comes along: React would ask for it only once the shell is there.
  preloadPage(location.pathname);
  const [shell, { recordsRead }] = await Promise.all([import('./Shell'), import('./personSync')]);
  return { default: shell.default, recordsRead };
};
