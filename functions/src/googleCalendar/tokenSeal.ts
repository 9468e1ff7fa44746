import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Encrypts tokens, so that the database alone doesn't reveal them. */
export interface TokenSeal {
  /** Encrypts with AES-256-GCM under the newest key. Only `open` with the same owner decrypts the result. */
  close: (secret: string, owner: string) => string;
  /**
   * Decrypts a text. Returns undefined if the text was sealed for another owner or under a removed key, or was changed.
   */
  open: (sealed: string, owner: string) => string | undefined;
  /** Returns a keyed hash of a text. The hash can't be computed without the newest key. */
  fingerprint: (text: string) => string;
}

const ALGORITHM = 'aes-256-gcm';
/** GCM's standard length of a nonce. Random nonces of this length are safe for billions of messages under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns a seal that reads its keys on first use.
 * @param keys `<version>:<32 bytes in base64>`, several separated by commas, the newest first. A single key may leave
 * out its version, which is then 1. If `keys` is undefined, `close` and `fingerprint` throw. If a key is invalid, every
 * method throws.
 */
export function tokenSeal(keys: string | undefined): TokenSeal {
  // Read on first use, so that an invalid key doesn't stop the rest of Daymark.
  let read: Map<string, Buffer> | undefined;
  const keysByVersion = () => (read ??= parseKeys(keys ?? ''));
  function newestKey() {
    const [newest] = keysByVersion();
    if (!newest) throw new Error('GOOGLE_TOKEN_KEY is not set.');
    return newest;
  }
  return {
    close(secret, owner) {
      const [version, key] = newestKey();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(context(version, owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    open(sealed, owner) {
      const [version = '', text = ''] = sealed.split('.');
      const key = keysByVersion().get(version);
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
    fingerprint(text) {
      const [version, key] = newestKey();
      return createHmac('sha256', key)
        .update(context(version, `fingerprint/${text}`))
        .digest('base64url');
    },
  };
}

const context = (version: string, owner: string) =>
  Buffer.from(`daymark/googleTokens/${version}/${owner}`);

function parseKeys(text: string): Map<string, Buffer> {
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
