import { firestore } from './firestore';

/** A push subscription at Google for one calendar of one person. */
export interface Channel {
  id: string;
  uid: string;
  calendarId: string;
  /** Google's id of the calendar that the channel watches. */
  resourceId: string;
  /** The SHA-256 of the token that Google must send, in hex. */
  tokenHash: string;
  /** When the channel ends, in ms. */
  until: number;
}

export interface GoogleChannels {
  add: (channel: Channel) => Promise<void>;
  get: (id: string) => Promise<Channel | undefined>;
  remove: (id: string) => Promise<void>;
  /** Returns the channels that end before a moment (in ms), soonest first, at most `limit`. */
  endingBefore: (moment: number, limit: number) => Promise<Channel[]>;
}

/** The form of our own ids. Other texts are refused, because Firestore could read them as a path. */
const ID = /^[\w-]{20,64}$/;

export function googleChannels(): GoogleChannels {
  const channels = async () => (await firestore()).db.collection('googleChannels');
  return {
    async add({ id, ...channel }) {
      await (await channels()).doc(id).set({ ...channel, expiresAt: new Date(channel.until) });
    },
    async get(id) {
      if (!ID.test(id)) return undefined;
      const found = (await (await channels()).doc(id).get()).data();
      return found && ({ ...found, id } as Channel);
    },
    async remove(id) {
      await (await channels()).doc(id).delete();
    },
    async endingBefore(moment, limit) {
      const ending = (await channels()).where('until', '<', moment).orderBy('until');
      const { docs } = await ending.limit(limit).get();
      return docs.map((one) => ({ ...one.data(), id: one.id }) as Channel);
    },
  };
}
