/** A list with more items needs the code for long ones, which is large. */
export const SHORT_LIST = 50;

export const loadLongTaskList = () => import('./LongTaskList');
