import { playServerScript } from '@daymark/contract/test/serverScript';
import { expect, test } from 'vitest';
import { newPerson } from './people';
import { send } from './send';

test('the server gives the replies that the app’s tests get from their model of the server', async () => {
  const { session, userId } = await newPerson();
  const replies = await playServerScript(userId, ({ mutation, ...call }) =>
    send({ ...call, session, ...(mutation && { headers: { 'Daymark-Mutation': mutation } }) }),
  );
  await expect(replies).toMatchFileSnapshot('../contract/test/serverReplies.txt');
});
