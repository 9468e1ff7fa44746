import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Device } from '@daymark/contract/device';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import type { Ports } from '../src/ports';
import { accounts } from './authEmulator';
import { countReads } from './countReads';
import { registeredPerson } from './people';
import { send } from './send';
import { signInElsewhere } from './signInElsewhere';

// The requests under test go to an instance of their own. The calls that end sessions go to the instance that all tests
// share.

const stops: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const stop of stops.splice(0)) stop();
});

/** Starts another instance. Returns a function that requests the user in a session and returns the status. */
async function startInstance(ports: Partial<Ports> = {}) {
  const server = createServer(createApp({ ...firebasePorts(), ...ports, log: () => undefined }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => void server.close());
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (session: string | undefined) =>
    (await send({ path: '/api/user', to, session })).status;
}

/** Returns a person who is signed in on two devices. */
async function personOnTwoDevices() {
  const person = await registeredPerson();
  const other = await signInElsewhere(person);
  const devices = (await send({ path: '/api/devices', session: person.session })).json();
  const otherId = (devices as Device[]).find(({ isCurrent }) => !isCurrent)?.id;
  return { ...person, other, otherId };
}

test('a session’s record is read only for its first two requests', async () => {
  const { session } = await registeredPerson();
  const userOf = await startInstance();
  const counted = countReads();
  for (const reads of [2, 4, 5, 6]) {
    expect(await userOf(session)).toBe(200);
    expect(counted.reads).toBe(reads);
  }
});

test('a session that ends in one instance ends at once in all other instances', async () => {
  for (const end of ['logout', 'its device', 'everywhere'] as const) {
    const { session, other, otherId } = await personOnTwoDevices();
    const userOf = await startInstance();
    for (let times = 0; times < 3; times++)
      for (const one of [session, other]) expect(await userOf(one)).toBe(200);
    if (end === 'logout') await send({ method: 'POST', path: '/api/logout', session: other });
    if (end === 'its device')
      await send({ method: 'DELETE', path: `/api/devices/${otherId}`, session });
    if (end === 'everywhere') {
      const body = { thisDevice: false, apiTokens: false, calendarFeed: false };
      await send({ method: 'POST', path: '/api/devices/sign-out', session, body });
    }
    expect(await userOf(other), end).toBe(401);
    if (end !== 'everywhere') expect(await userOf(session), end).toBe(200);
  }
});

test('a session that ends while its record is read is refused in the next request', async () => {
  const { session, other } = await personOnTwoDevices();
  const ports = firebasePorts();
  const { verifySessionCookie } = ports.identity;
  let isEnding = false;
  ports.identity.verifySessionCookie = async (cookie) => {
    if (isEnding && cookie === other)
      await send({ method: 'POST', path: '/api/logout', session: other });
    return verifySessionCookie(cookie);
  };
  const userOf = await startInstance(ports);
  expect(await userOf(session)).toBe(200);
  isEnding = true;
  // The record was read before the session ended, and the account's marker was read afterwards.
  await userOf(other);
  isEnding = false;
  for (let times = 0; times < 2; times++) expect(await userOf(other)).toBe(401);
});

test('a disabled or deleted account has no session, even one that an instance remembers', async () => {
  const userOf = await startInstance();
  for (const end of [
    (uid: string) => accounts.updateUser(uid, { disabled: true }),
    (uid: string) => accounts.deleteUser(uid),
  ]) {
    const { session, uid } = await registeredPerson();
    for (let times = 0; times < 3; times++) expect(await userOf(session)).toBe(200);
    await end(uid);
    expect(await userOf(session)).toBe(401);
  }
});
