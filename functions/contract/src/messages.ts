import * as z from 'zod/mini';

/**
 * Sets the generic validation messages (product §8). zod/mini has no texts of its own, so `customError` gives the
 * message for every schema that has none, in forms and in replies.
 */
z.config({
  // The content security policy forbids `new Function`, which zod would otherwise try.
  jitless: true,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined
          ? 'Required'
          : `Expected ${issue.expected}, received ${typeName(issue.input)}`;
      case 'too_big':
        return issue.origin === 'string'
          ? `Must be at most ${issue.maximum} characters`
          : `Must be at most ${issue.maximum}`;
      case 'too_small':
        return issue.origin === 'string'
          ? `Must be at least ${issue.minimum} characters`
          : `Must be at least ${issue.minimum}`;
      case 'invalid_value':
        return `Must be one of ${issue.values.join(', ')}`;
      default:
        return 'Invalid value';
    }
  },
});

function typeName(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'array';
  if (Number.isNaN(input)) return 'nan';
  return typeof input;
}

/**
 * Returns one plain sentence for a failed parse. The sentence describes the first problem, and starts with the field's
 * name if the message needs it ("title: Required").
 */
export function sentence(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'Invalid value';
  const field = issue.path.join('.');
  return field && GENERIC.test(issue.message) ? `${field}: ${issue.message}` : issue.message;
}

const GENERIC = /^(Required$|Expected |Must be |Invalid value$)/;
