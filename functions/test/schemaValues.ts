import { collections } from '@daymark/contract/changes';
import * as fc from 'fast-check';
import { openApi } from '../contract/openApi';

/** Length in characters above which texts are rare, because every later list contains them. */
const LONG = 10_000;

/** The parts of a JSON schema that the contract uses. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

const { components } = openApi() as { components: { schemas: Record<string, Schema> } };

const offset = fc.constantFrom('Z', '+00:00', '+05:30', '-11:00', '+14:00');
const instant = fc
  .tuple(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }), offset)
  .map(([date, zone]) => date.toISOString().replace('Z', zone));

/**
 * Returns values that fit a schema, except that a few texts are one character too long. There are so few ids that
 * requests meet each other's records.
 */
export function valid(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.$ref) return valid(components.schemas[schema.$ref.split('/').pop()!]!);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valid(one, name)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valid({ ...schema, type }, name)));
  switch (schema.type) {
    case 'integer': {
      const { minimum = 0, maximum = 2 ** 52 } = schema;
      if (/(^i|I)d$/.test(name)) return fc.integer({ min: 1, max: 6 });
      return fc.oneof(
        fc.integer({ min: minimum, max: maximum }),
        fc.constantFrom(minimum, maximum),
      );
    }
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 4),
      });
    case 'object': {
      const { properties = {}, required = [] } = schema;
      // Random fields rarely make a valid repeat rule.
      if ('every' in properties) return fc.constantFrom(...RULES);
      const fields = Object.entries(properties).map(([key, one]) => [key, valid(one, key)]);
      return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      });
    }
    default:
      return text(schema, name);
  }
}

const RULES = [
  { every: 'day', interval: 2, from: 'completion' },
  { every: 'week', interval: 1, weekdays: [1, 4], from: 'schedule' },
  { every: 'month', interval: 1, day: 31, from: 'schedule' },
  { every: 'week', interval: 1, from: 'schedule' },
];

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema, name: string) {
  if (format === 'date-time') return instant;
  if (format === 'date') return instant.map((written) => written.slice(0, 10));
  if (name === 'timeZone') return fc.constantFrom('UTC', 'Asia/Kolkata', 'America/St_Johns');
  if (name in collections) return fc.constantFrom('0.0.0', '1.1.1', '1795208171943549.1.1');
  if (pattern?.endsWith('24:00$')) return fc.constantFrom('08:30', '12:00', '24:00');
  if (name === 'base') return fc.constantFrom('1', '1280111399449068');
  if (name === 'position') return fc.constantFrom('a0', 'a1', 'a0V');
  if (name === 'endpoint')
    return fc.constantFrom('https://fcm.googleapis.com/fcm/send/a', 'http://127.0.0.1/', 'x');
  if (name === 'p256dh') return fc.constant('B'.repeat(87));
  if (name === 'auth') return fc.constant('a'.repeat(22));
  if (name === 'color') return fc.constantFrom('#3B82F6', '#000000');
  const often = maxLength > LONG ? 1 : 10;
  return fc.oneof(
    { weight: 300, arbitrary: fc.string({ minLength, maxLength: 20 }) },
    { weight: 100, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: 20 }) },
    { weight: often, arbitrary: fc.constant('x'.repeat(maxLength)) },
    { weight: often, arbitrary: fc.constant('x'.repeat(maxLength + 1)) },
  );
}
