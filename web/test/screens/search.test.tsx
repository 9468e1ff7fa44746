import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../renderPage';

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

const seed = {
  tasks: [{ id: 71, title: 'Dentist, Torstraße 12' }],
  events: [
    { title: 'Dentist', start: at(1), end: at(2), taskId: 71 },
    { title: 'Dentist', start: at(25), end: at(26), taskId: 71 },
    { title: 'Dinner in the Torstraße', start: at(5), end: at(6) },
    { title: 'Torstraße, of a deleted task', start: at(-26), end: at(-25), taskId: 999 },
  ],
};

test('a search lists a task once, and none of its time blocks', async () => {
  const { user } = await renderPage('/today', { seed });
  await user.click(screen.getByRole('button', { name: /^Search/ }));
  const palette = await screen.findByRole('dialog', { name: 'Search and commands' });
  await user.type(within(palette).getByRole('combobox'), 'torstrasse');
  await within(palette).findByRole('option', { name: /Dinner/ });
  const found = within(palette)
    .getAllByRole('option')
    .map((option) => option.querySelector('[dir]')?.textContent);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      'Dentist, Torstraße 12',
      'Dinner in the Torstraße',
      'Torstraße, of a deleted task',
    ]),
  );
});

test('attaching a note proposes a task, but none of its time blocks', async () => {
  const { user } = await renderPage('/notes', { seed });
  await user.click(screen.getAllByRole('button', { name: /New Note/ })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: /Attach/ }));
  await user.type(await within(dialog).findByRole('combobox'), 'dentist');
  expect(await within(dialog).findAllByRole('option')).toHaveLength(1);
});

test('a search finds reflections and reviews by their texts, and opens them', async () => {
  const { user } = await renderPage('/today', {
    seed: {
      reflections: [{ date: '2026-11-12T00:00:00Z', accomplishments: 'Shipped the gearbox' }],
      weekReviews: [{ id: 20261109, day: '2026-11-09', slipped: 'Left over: gearbox drawing' }],
    },
  });
  await user.click(screen.getByRole('button', { name: /^Search/ }));
  const palette = await screen.findByRole('dialog', { name: 'Search and commands' });
  await user.type(within(palette).getByRole('combobox'), 'gearbox');
  const found = await within(palette).findByRole('group', { name: 'Reflections' });
  expect(within(found).getByRole('option', { name: /Reflection, Nov 12, 2026/ })).toBeTruthy();
  await user.click(within(found).getByRole('option', { name: /Review, Nov 9 – 15, 2026/ }));
  expect(location.search).toBe('?week=2026-11-09');
});
