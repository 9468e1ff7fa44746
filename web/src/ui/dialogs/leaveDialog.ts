import { createContext, use } from 'react';

/** Closes the dialog and then does something else. It asks first if typed input would be lost. */
type LeaveDialog = (then: () => void) => void;

const LeaveContext = createContext<LeaveDialog>((then) => then());

/** Provides the function to the content of a dialog. */
export const LeaveProvider = LeaveContext.Provider;

/** Returns the function for a link in a dialog that leads out of it. Outside of dialogs, it only calls `then`. */
export const useLeaveDialog = (): LeaveDialog => use(LeaveContext);
