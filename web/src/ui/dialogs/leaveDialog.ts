import { createContext, use } from 'react';

/** Closes the dialog and then does something else. Asks first if typed input would be lost. */
type LeaveDialog = (then: () => void) => void;

const LeaveContext = createContext<LeaveDialog>((then) => then());

/** Provides a dialog's LeaveDialog function to the dialog's content. */
export const LeaveProvider = LeaveContext.Provider;

/**
 * Returns the function with which a link leaves the dialog around it. Outside of dialogs, the function only calls
 * `then`.
 */
export const useLeaveDialog = (): LeaveDialog => use(LeaveContext);
