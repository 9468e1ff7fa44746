import { calendarFile } from './calendarFeed/calendarFile';
import {
  createCalendarFeed,
  deleteCalendarFeed,
  endCalendarFeed,
  getCalendarFeed,
  updateCalendarFeed,
} from './calendarFeed/feedHandlers';
import { readCalendarFeed } from './calendarFeed/readCalendarFeed';
import {
  createApiToken,
  deleteApiToken,
  endApiTokens,
  listApiTokens,
} from './apiTokens/apiTokenHandlers';
import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from './categories/categories';
import { listChanges } from './changes/listChanges';
import { createLiveToken } from './changes/liveToken';
import { asksForDemo, signInToDemo } from './demo/demoAccounts';
import { createConflict, deleteConflict, listConflicts } from './conflicts/conflicts';
import { createDayPlan, listDayPlans, updateDayPlan } from './dayPlans/dayPlans';
import { getDeleted, listDeleted } from './deletions/deletedRecords';
import { createEvent, deleteEvent, listEvents, updateEvent } from './events/events';
import {
  createFocusSession,
  deleteFocusSession,
  listFocusSessions,
  updateFocusSession,
} from './focusSessions/focusSessions';
import { createGoal, deleteGoal, listGoals, updateGoal } from './goals/goals';
import { receiveCalendarPush } from './googleCalendar/channels';
import {
  connectCalendar,
  disconnect,
  disconnectCalendar,
  finishCalendarConnection,
  getCalendarAuthUrl,
  removeConnection,
  endAtGoogle,
} from './googleCalendar/connect';
import {
  checkCalendar,
  getCalendarSettings,
  listCalendarEvents,
  listCalendars,
  refreshCalendars,
  selectCalendar,
} from './googleCalendar/calendarHandlers';
import type { Handlers } from './handler';
import { createNote, deleteNote, listNotes, updateNote } from './notes/notes';
import { getReflection, listReflections, saveReflection } from './reflections/reflections';
import {
  endReminders,
  getPushKey,
  startReminders,
  testReminders,
} from './reminders/reminderHandlers';
import { getSettings, updateSettings } from './settings/settingsHandlers';
import { listPriorities } from './tasks/priorities';
import { createTask, deleteTask, listTasks, updateTask } from './tasks/tasks';
import { deleteAccount, exportAccount, type DeleteAccount } from './users/account';
import { chooseStart, type EndGrants } from './users/addressProof';
import { chooseAccess } from './users/googleJoin';
import { makeLongLivedAccess } from './users/longLivedAccess';
import { changePassword, endDevice, listDevices, signOut } from './users/devices';
import { importAccount, undoImport } from './users/importAccount';
import {
  confirmOwner,
  getUser,
  getSignInMethods,
  login,
  logout,
  register,
  signInWithGoogle,
  updateUser,
} from './users/users';
import { createWeekReview, listWeekReviews, updateWeekReview } from './weekReviews/weekReviews';
import { sendVerification } from './users/verification';

export const handlers: Handlers = {
  getUser,
  updateUser,
  sendVerification,
  chooseStart,
  chooseAccess: (call, ports) => chooseAccess(call, ports, endPrograms),
  getSignInMethods,
  changePassword,
  listDevices,
  endDevice,
  getPushKey,
  startReminders,
  endReminders,
  testReminders,
  signOut,
  login: (call, ports) => (asksForDemo(call) ? signInToDemo(call, ports) : login(call, ports)),
  register,
  signInWithGoogle: (call, ports) =>
    signInWithGoogle(call, ports, async (owner) => {
      await Promise.all([endPrograms(owner, ports), disconnect(owner, ports)]);
    }),
  logout,
  listTasks,
  listPriorities,
  createTask,
  updateTask,
  deleteTask,
  listCategories,
  createCategory,
  updateCategory,
  deleteCategory,
  listGoals,
  createGoal,
  updateGoal,
  deleteGoal,
  listDayPlans,
  createDayPlan,
  updateDayPlan,
  listWeekReviews,
  createWeekReview,
  updateWeekReview,
  listEvents,
  createEvent,
  updateEvent,
  deleteEvent,
  getSettings,
  updateSettings,
  getReflection,
  listReflections,
  saveReflection,
  listNotes,
  createNote,
  updateNote,
  deleteNote,
  listFocusSessions,
  createFocusSession,
  updateFocusSession,
  deleteFocusSession,
  listConflicts,
  createConflict,
  deleteConflict,
  listDeleted,
  getDeleted,
  getCalendarSettings,
  listCalendars,
  listCalendarEvents,
  getCalendarAuthUrl,
  finishCalendarConnection,
  connectCalendar,
  disconnectCalendar,
  selectCalendar,
  refreshCalendars,
  checkCalendar,
  receiveCalendarPush,
  getCalendarFeed,
  createCalendarFeed: (call, ports) =>
    makeLongLivedAccess(
      call,
      ports,
      () => createCalendarFeed(call, ports),
      () => endCalendarFeed(call.owner, ports),
    ),
  updateCalendarFeed,
  deleteCalendarFeed,
  readCalendarFeed,
  listChanges,
  createLiveToken,
  listApiTokens,
  createApiToken: (call, ports) =>
    makeLongLivedAccess(
      call,
      ports,
      () => createApiToken(call, ports),
      ({ id }) => deleteApiToken({ ...call, id }, ports),
    ),
  deleteApiToken,
  exportAccount: (call, ports) => exportAccount(call, ports, calendarFile),
  importAccount,
  undoImport,
  // Checks this process only, because restarting the process doesn't help when a dependency is down.
  getHealth: () => Promise.resolve({ status: 'ok' }),
  async deleteAccount(call, ports) {
    await confirmOwner(call, ports);
    await deleteWholeAccount(call.owner, ports);
  },
};

/** Ends the access of programs: the API tokens and the calendar feed. */
const endPrograms: EndGrants = async (owner, ports) => {
  await Promise.all([endApiTokens(owner, ports), endCalendarFeed(owner, ports)]);
};

/**
 * Deletes an account with its API tokens and Google's tokens. The tokens are deleted before the records. Tokens that
 * Google still has to revoke are stored outside of the account.
 */
export const deleteWholeAccount: DeleteAccount = (account, ports) =>
  deleteAccount(account, ports, async (owner) => {
    await endApiTokens(owner, ports);
    const pending = await removeConnection(owner, ports);
    return () => endAtGoogle(pending, ports);
  });
