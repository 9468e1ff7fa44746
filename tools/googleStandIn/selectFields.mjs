// @ts-check

/**
 * A reply's JSON with only the fields that a `fields` parameter names, as Google's partial
 * responses: `items(id,start/date),nextPageToken`.
 * @param {string} body
 * @param {string} fields
 */
export const selectFields = (body, fields) => JSON.stringify(pick(JSON.parse(body), fields));

/**
 * @param {unknown} value
 * @param {string} fields
 * @returns {unknown}
 */
function pick(value, fields) {
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  if (typeof value !== 'object' || value === null || fields === '*') return value;
  /** @type {Record<string, unknown>} */
  const picked = {};
  for (const field of split(fields)) {
    const [, name = '', , inner, path] = /^([^(/]+)(\((.*)\)|\/(.*))?$/.exec(field) ?? [];
    const own = /** @type {Record<string, unknown>} */ (value)[name];
    if (own === undefined) continue;
    const within = inner ?? path;
    const part = within === undefined ? own : pick(own, within);
    const known = picked[name];
    picked[name] = isObject(known) && isObject(part) ? { ...known, ...part } : part;
  }
  return picked;
}

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * At the commas outside of brackets.
 * @param {string} fields
 */
function split(fields) {
  const parts = [''];
  let depth = 0;
  for (const sign of fields) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}
