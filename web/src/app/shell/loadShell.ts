/** What stands around the protected screens; visitors never load it. */
export const loadShell = () => import('./Shell');
