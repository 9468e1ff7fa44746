import { expect, test } from 'vitest';
import { fieldsAfter } from './fieldsAfter';

const before = { id: 1, title: 'Buy milk', content: 'One\nTwo\n', attachedTo: null };

test('the fields after several edits are those of the last edit of each', () => {
  const edits = [
    { fields: { title: 'Buy oat milk' }, base: { title: 'Buy milk' } },
    { fields: { attachedTo: { type: 'task', id: 2 } } },
    { fields: { title: 'Buy soy milk' }, base: { title: 'Buy oat milk' } },
  ];
  const after = fieldsAfter('notes', before, edits);
  expect(after).toEqual({ ...before, title: 'Buy soy milk', attachedTo: { type: 'task', id: 2 } });
});

test('an edit of a text that was opened before another edit was saved is merged with it', () => {
  const edits = [
    { fields: { content: 'One\nTwo\nThree\n' }, base: { content: 'One\nTwo\n' } },
    { fields: { content: 'Zero\nOne\nTwo\n' }, base: { content: 'One\nTwo\n' } },
  ];
  expect(fieldsAfter('notes', before, edits).content).toBe('Zero\nOne\nTwo\nThree\n');
});

test('of two edits of the same words both stay: in a line with a slash, in a text one below the other', () => {
  const edits = [
    { fields: { title: 'Buy tea', content: 'One\nToo\n' }, base: before },
    { fields: { title: 'Buy rum', content: 'One\n2\n' }, base: before },
  ];
  expect(fieldsAfter('notes', before, edits)).toMatchObject({
    title: 'Buy tea / Buy rum',
    content: 'One\nToo\n\nOne\n2\n',
  });
});
