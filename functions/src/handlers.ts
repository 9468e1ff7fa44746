import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from './categories/categories';
import { listChanges } from './changes/listChanges';
import { createLiveToken } from './changes/liveToken';
import { createEvent, deleteEvent, listEvents, updateEvent } from './events/events';
import { createFocusSession, listFocusSessions } from './focusSessions/focusSessions';
import { receiveCalendarPush } from './googleCalendar/channels';
import {
  connectCalendar,
  disconnectCalendar,
  endAtGoogle,
  finishCalendarConnection,
  getCalendarAuthUrl,
  takeAway,
} from './googleCalendar/connect';
import {
  checkCalendar,
  getCalendarSettings,
  listCalendarEvents,
  listCalendars,
  refreshCalendars,
  selectCalendar,
} from './googleCalendar/googleCalendars';
import type { Handlers } from './handler';
import { createNote, deleteNote, listNotes, updateNote } from './notes/notes';
import { getReflection, listReflections, saveReflection } from './reflections/reflections';
import { getSettings, updateSettings } from './settings/settingsHandlers';
import { listPriorities } from './tasks/priorities';
import { createTask, deleteTask, listTasks, updateTask } from './tasks/tasks';
import { deleteAccount, exportAccount, importAccount } from './users/account';
import { getUser, login, logout, register, signInWithGoogle, updateUser } from './users/users';

export const handlers: Handlers = {
  getUser,
  updateUser,
  login,
  register,
  signInWithGoogle,
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
  listChanges,
  createLiveToken,
  exportAccount,
  importAccount,
  // Of this process alone: an outage next door is no reason to restart it.
  getHealth: () => Promise.resolve({ status: 'ok' }),
  // First the tokens, with a note of what is to be ended at Google; that may take as long as all the rest.
  async deleteAccount(call, ports) {
    const ending = await takeAway(call.owner, ports);
    await Promise.all([endAtGoogle(ending, ports), deleteAccount(call, ports)]);
  },
};
