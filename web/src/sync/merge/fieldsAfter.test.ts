import { expect, test } from 'vitest';
import { fieldsAfter } from './fieldsAfter';

const before = { id: 1, title: 'Buy milk', content: 'One\nTwo\n', attachedTo: null };

test('the last edit of each field wins', () => {
  const edits = [
    { fields: { title: 'Buy oat milk' }, base: { title: 'Buy milk' } },
    { fields: { attachedTo: { type: 'task', id: 2 } } },
    { fields: { title: 'Buy soy milk' }, base: { title: 'Buy oat milk' } },
  ];
  const after = fieldsAfter('notes', before, edits);
  expect(after).toEqual({ ...before, title: 'Buy soy milk', attachedTo: { type: 'task', id: 2 } });
});

test('an edit that was opened before another edit was saved is merged with it', () => {
  const edits = [
    { fields: { content: 'One\nTwo\nThree\n' }, base: { content: 'One\nTwo\n' } },
    { fields: { content: 'Zero\nOne\nTwo\n' }, base: { content: 'One\nTwo\n' } },
  ];
  expect(fieldsAfter('notes', before, edits).content).toBe('Zero\nOne\nTwo\nThree\n');
});

test('two edits of the same words are joined, with a slash in a single-line field', () => {
  const edits = [
    { fields: { title: 'Buy tea', content: 'One\nToo\n' }, base: before },
    { fields: { title: 'Buy rum', content: 'One\n2\n' }, base: before },
  ];
  expect(fieldsAfter('notes', before, edits)).toMatchObject({
    title: 'Buy tea / Buy rum',
    content: 'One\nToo\n\nOne\n2\n',
  });
});
