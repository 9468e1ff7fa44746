/** What lies above the screen and has the keys to itself: dialogs and menus. A selector. */
export const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]';
