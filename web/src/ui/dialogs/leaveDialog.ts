import { createContext, use } from 'react';

/** Closes the dialog, after its question if something typed would be lost, and then does something else. */
type LeaveDialog = (then: () => void) => void;

const LeaveContext = createContext<LeaveDialog>((then) => then());

/** Provides it to what is in a dialog. */
export const LeaveProvider = LeaveContext.Provider;

/** For a link in a dialog that leads out of it. Outside of dialogs it only does what comes then. */
export const useLeaveDialog = (): LeaveDialog => use(LeaveContext);
