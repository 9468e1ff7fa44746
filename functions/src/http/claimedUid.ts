/**
 * The uid a token claims, without any proof: good for knowing where to look, never for access.
 * Undefined for what is no token, and for uids we would never hand out: Firebase's and ours are
 * alphanumeric, anything else could reach Firestore as a path. (firebase-admin, for its part, throws
 * a TypeError on a token whose parts are JSON but no objects.)
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
