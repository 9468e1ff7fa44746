// @ts-check
import { CommandError } from '../../tools/command/commandError.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/command/paths.mjs';

/*
 * Computes the bytes that Firestore bills for documents and their indexes, by the rules of Google's page “Storage size
 * calculations”.
 */

/** @typedef {Record<string, any>} Value a value in Firestore's REST API */
/** @typedef {{ name: string, fields?: Record<string, Value> }} StoredDocument */

const EXTRA = { document: 32, name: 16, index: 32 };

/** @type {{ fieldOverrides: { collectionGroup: string, fieldPath: string, indexes: object[] }[], indexes: { collectionGroup: string }[] }} */
const { fieldOverrides: OVERRIDES, indexes: COMPOSITE } = JSON.parse(
  readFileSync(join(ROOT, 'firestore.indexes.json'), 'utf8'),
);

/** @param {string} text */
const textBytes = (text) => Buffer.byteLength(text) + 1;

/** @param {string} name `projects/…/documents/users/…` */
const nameBytes = (name) =>
  EXTRA.name +
  (name.split('/documents/')[1] ?? '').split('/').reduce((sum, part) => sum + textBytes(part), 0);

/** @param {Value} value @returns {number} */
function valueBytes(value) {
  const [kind = '', content] = Object.entries(value)[0] ?? [];
  if (kind === 'stringValue') return textBytes(content);
  if (kind === 'integerValue' || kind === 'doubleValue' || kind === 'timestampValue') return 8;
  if (kind === 'mapValue') return fieldsBytes(content.fields ?? {});
  if (kind === 'arrayValue')
    return (content.values ?? []).reduce(
      (/** @type {number} */ sum, /** @type {Value} */ one) => sum + valueBytes(one),
      0,
    );
  if (kind === 'bytesValue') return Buffer.from(content, 'base64').length;
  return 1;
}

/** @param {Record<string, Value>} fields @returns {number} */
const fieldsBytes = (fields) =>
  Object.entries(fields).reduce(
    (sum, [name, value]) => sum + textBytes(name) + valueBytes(value),
    0,
  );

/**
 * Returns the number and bytes of a document's entries in single-field indexes. Each field is indexed ascending and
 * descending, unless firestore.indexes.json says otherwise. A map's fields are also indexed one by one.
 * @param {Record<string, Value>} fields
 * @param {string} collection
 * @param {string} [path]
 * @returns {{ count: number, bytes: number }}
 */
function automatic(fields, collection, path = '') {
  let [count, bytes] = [0, 0];
  for (const [name, value] of Object.entries(fields)) {
    const field = path + name;
    const override = OVERRIDES.find(
      (one) => one.collectionGroup === collection && one.fieldPath === field,
    );
    if (override?.indexes.length === 0) continue;
    if (value['mapValue']) {
      const inner = automatic(value['mapValue'].fields ?? {}, collection, `${field}.`);
      count += inner.count;
      bytes += inner.bytes;
    }
    const orders = override?.indexes.length ?? 2;
    const entries = value['arrayValue'] ? 1 + (value['arrayValue'].values ?? []).length : orders;
    count += entries;
    bytes += entries * (textBytes(field) + Math.min(valueBytes(value), 1500));
  }
  return { count, bytes };
}

/** Returns the bytes that are billed for a document, including its indexes. @param {StoredDocument} document */
export function storedBytes({ name, fields = {} }) {
  const path = (name.split('/documents/')[1] ?? '').split('/');
  const collection = path.at(-2) ?? '';
  const own = nameBytes(name) + fieldsBytes(fields) + EXTRA.document;
  const parent = path.length > 2 ? nameBytes(name.split('/').slice(0, -2).join('/')) : 0;
  const perEntry = nameBytes(name) + parent + EXTRA.index;
  const { count, bytes } = automatic(fields, collection);
  const composite = COMPOSITE.filter((one) => one.collectionGroup === collection).length;
  return own + count * perEntry + bytes + composite * (perEntry + 16);
}

/**
 * Returns every document below a person's document.
 * @param {import('../../tools/stack/stack.mjs').Stack} stack
 * @param {string} uid
 * @returns {Promise<StoredDocument[]>}
 */
export async function documentsOf({ env }, uid) {
  const parent = `projects/${env.GCLOUD_PROJECT}/databases/(default)/documents/users/${uid}`;
  const reply = await fetch(`http://${env.FIRESTORE_EMULATOR_HOST}/v1/${parent}:runQuery`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer owner' },
    body: JSON.stringify({ structuredQuery: { from: [{ allDescendants: true }] } }),
  });
  if (!reply.ok) throw new CommandError('The documents could not be listed.', await reply.text());
  /** @type {{ document?: StoredDocument }[]} */
  const replies = await reply.json();
  return replies.flatMap(({ document }) => document ?? []);
}
