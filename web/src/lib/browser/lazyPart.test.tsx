import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { lazyPart } from './lazyPart';
import { fetchPart } from './preload';

it('a part that was fetched before is drawn at once; another waits for its code', async () => {
  const load = () => Promise.resolve({ default: ({ name }: { name: string }) => `Here: ${name}` });
  const Part = lazyPart(load);
  const drawn = () =>
    renderToString(
      <Suspense fallback="Waiting">
        <Part name="notes" />
      </Suspense>,
    );
  expect(drawn()).toContain('Waiting');
  await fetchPart(load);
  expect(drawn()).toContain('Here: notes');
});
