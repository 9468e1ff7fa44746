import type { Device } from '@daymark/contract/device';
import type { PushKey } from '@daymark/contract/reminders/pushSubscription';

/** The server's public key for push messages, in base64url. */
export const PUSH_KEY =
  'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';

/** The id of the browser that makes the requests. */
export const THIS_DEVICE = 'a'.repeat(64);

/** Models the signed-in browsers and their reminders. */
export function modelDevices(now: () => Date) {
  const at = () => now().toISOString();
  const all: Device[] = [
    {
      id: THIS_DEVICE,
      isCurrent: true,
      startedAt: at(),
      lastUsedAt: at(),
      userAgent: null,
      timeZone: null,
      reminders: null,
    },
  ];
  /** The devices whose reminders the person has turned off. */
  const turnedOff = new Set<string>();
  const find = (id: string | undefined) => all.find((device) => device.id === id);

  /** Returns the status and the body of the response to a request below /api/devices. */
  function handle(method: string, pathname: string): { status: number; reply?: unknown } {
    const [, , , id, part, test] = pathname.split('/');
    if (id === undefined) return { status: 200, reply: all };
    if (id === 'reminders') {
      const here = find(THIS_DEVICE);
      if (here) here.reminders = { since: at() };
      turnedOff.delete(THIS_DEVICE);
      return { status: 204 };
    }
    const device = find(id);
    if (method === 'DELETE' && part === 'reminders') {
      if (device) device.reminders = null;
      turnedOff.add(id);
      return { status: 204 };
    }
    if (test === 'test' && device?.reminders) {
      device.reminders = { ...device.reminders, lastDelivery: { at: at(), outcome: 'delivered' } };
      return { status: 200, reply: device.reminders };
    }
    if (device) all.splice(all.indexOf(device), 1);
    return { status: 204 };
  }

  /** Returns whether this browser gets reminders. */
  function pushState(): PushKey['state'] {
    if (find(THIS_DEVICE)?.reminders) return 'on';
    return turnedOff.has(THIS_DEVICE) ? 'off' : 'none';
  }

  return { all, handle, pushState };
}
