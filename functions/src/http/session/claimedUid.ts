/**
 * The uid that a token claims, without any proof: use it to look something up, never to allow access.
 * Undefined for anything that is not a token, and for uids that are not alphanumeric: those of accounts are, others
 * could reach Firestore as a path, and the users for live updates have a hyphen. (firebase-admin throws a TypeError on a
 * token whose parts are JSON but not objects.)
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
