/** Selects the elements that lie above the screen and receive all keys: dialogs and menus. */
export const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]';
