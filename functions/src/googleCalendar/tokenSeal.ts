import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keeps secrets so that the database alone gives none of them away. */
export interface TokenSeal {
  /** AES-256-GCM under the newest key; it opens for this owner and nobody else. */
  close: (secret: string, owner: string) => string;
  /** Undefined when it was sealed for somebody else, under a key that is gone, or tampered with. */
  open: (sealed: string, owner: string) => string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
/** What GCM is made for; a random one is safe for billions of messages under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param keys `<version>:<32 bytes in base64>`, several separated by commas, the newest first; a single key may leave
 *   its version out, which is then 1. Where it is undefined, or none of these, sealing throws.
 */
export function tokenSeal(keys: string | undefined): TokenSeal {
  // Read when it is needed: a wrong key must not take the rest of Daymark down.
  let read: Map<string, Buffer> | undefined;
  const versions = () => (read ??= keysIn(keys ?? ''));
  return {
    close(secret, owner) {
      const [newest] = versions();
      if (!newest) throw new Error('GOOGLE_TOKEN_KEY is not set.');
      const [version, key] = newest;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(context(version, owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    open(sealed, owner) {
      const [version = '', text = ''] = sealed.split('.');
      const key = versions().get(version);
      const bytes = Buffer.from(text, 'base64url');
      if (!key || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(context(version, owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const secret = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

const context = (version: string, owner: string) =>
  Buffer.from(`daymark/googleTokens/${version}/${owner}`);

function keysIn(text: string): Map<string, Buffer> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return new Map(
    entries.map((entry) => {
      const [, version = '1', base64 = ''] = /^\s*(?:(\d+):)?([\w+/-]+=*)\s*$/.exec(entry) ?? [];
      const key = Buffer.from(base64, 'base64');
      if (key.length !== 32) throw new Error('GOOGLE_TOKEN_KEY must be 32 bytes in base64.');
      return [version, key];
    }),
  );
}
