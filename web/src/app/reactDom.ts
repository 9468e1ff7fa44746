/* In a file of its own, so that React's DOM code runs in a task of its own (lib/pageModules.ts). */
import * as client from 'react-dom/client';

export const { createRoot, hydrateRoot } = client;
