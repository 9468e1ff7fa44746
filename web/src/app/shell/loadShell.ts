import { preloadPage } from '../routePages';

/** What stands around the protected screens; visitors never load it. */
export const loadShell = () => {
  // The screen inside comes along: React would ask for it only once the shell is there.
  preloadPage(location.pathname);
  return import('./Shell');
};
