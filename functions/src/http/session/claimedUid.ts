/**
 * Returns the uid that a token claims, without any proof. Use the uid to look something up, never to allow access.
 *
 * Returns undefined for a text that is not a token, and for a uid that is not alphanumeric. Every account's uid is
 * alphanumeric. Any other uid could reach Firestore as a path, or belong to a user for live updates, whose uid has a
 * hyphen. The token's header and payload must be JSON objects, because firebase-admin throws a TypeError on other JSON.
 */
export function claimedUid(token: string): string | undefined {
  const [header = '', payload = ''] = token.split('.');
  const claims = objectIn(payload);
  if (!objectIn(header) || !claims) return undefined;
  const uid: unknown = Reflect.get(claims, 'sub');
  return typeof uid === 'string' && /^[A-Za-z0-9]{1,128}$/.test(uid) ? uid : undefined;
}

function objectIn(part: string): object | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
