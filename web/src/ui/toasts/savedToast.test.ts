import { beforeEach, expect, test } from 'vitest';
import { createListeners } from '../../lib/browser/externalStore';
import { toastSaved } from './savedToast';
import { toastArea, type Toast } from './toast';

const SAVED_HERE = 'Saved on this device. It is sent when you are online.';

/** Returns a Sync whose status the test sets. */
function syncWith(first: { offline: boolean; waiting: number }) {
  const { subscribe, notify } = createListeners();
  let status = first;
  const set = (next: typeof first) => {
    status = next;
    notify();
  };
  return { sync: { subscribe, status: () => status }, set };
}

let shown: Toast[] = [];
const texts = () => shown.map(({ description }) => description);

beforeEach(() => {
  shown = [];
  return toastArea.open((content) => void shown.push(content));
});

const CREATED = { title: 'Event created', description: 'Dentist' };

test('a toast keeps its own sentence if its change reaches the server', () => {
  const { sync, set } = syncWith({ offline: false, waiting: 1 });
  toastSaved(sync, CREATED);
  set({ offline: false, waiting: 0 });
  // The change is already sent, so going offline doesn't concern it.
  set({ offline: true, waiting: 0 });
  expect(texts()).toEqual(['Dentist']);
});

test('offline, the toast says that the change is saved on this device', () => {
  const { sync } = syncWith({ offline: true, waiting: 1 });
  toastSaved(sync, CREATED);
  expect(texts()).toEqual([`${SAVED_HERE}\nDentist`]);
});

test('a sentence that is true only online is not shown offline', () => {
  const { sync, set } = syncWith({ offline: false, waiting: 1 });
  toastSaved(sync, { title: 'Reflection saved' }, 'Saved successfully.');
  set({ offline: true, waiting: 1 });
  expect(texts()).toEqual(['Saved successfully.', SAVED_HERE]);
});

test('a toast shows that its change can’t reach the server', () => {
  const { sync, set } = syncWith({ offline: false, waiting: 1 });
  toastSaved(sync, CREATED);
  set({ offline: true, waiting: 1 });
  set({ offline: true, waiting: 2 });
  expect(texts()).toEqual(['Dentist', `${SAVED_HERE}\nDentist`]);
});

test('a toast that was closed is not shown again', () => {
  const { sync, set } = syncWith({ offline: false, waiting: 1 });
  toastSaved(sync, CREATED);
  shown[0]?.onClose?.();
  set({ offline: true, waiting: 1 });
  expect(texts()).toEqual(['Dentist']);
});
