import type { Task } from '@daymark/contract/task';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { LONG_RUNS, roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { newPerson } from './people';
import { sendUntilResponse } from './send';
import { playSteps, stepSequences, type TaskWorld } from './taskSteps';

const RUNS = roundsOf('TASK_API_RUNS', 3, 100);
const SEED = seedOf('TASK_API_SEED');

/** Longest time that a long run may take, in ms. */
const LONG_MS = 1_800_000;

/** Returns the tasks of a new person, behind the API. */
async function tasksOfNewPerson(): Promise<TaskWorld> {
  const { session } = await newPerson();
  const send = (method: string, path: string, body?: object) =>
    sendUntilResponse({ method, path, session, body });
  const tasks = async (path: string) => (await send('GET', path)).json() as Task[];
  const status = async (method: string, path: string, body?: object) =>
    (await send(method, path, body)).status;
  return {
    list: () => tasks('/api/tasks'),
    priorities: () => tasks('/api/tasks/priorities'),
    create: (body) => status('POST', '/api/tasks', body),
    update: (id, body) => status('PATCH', `/api/tasks/${id}`, body),
    delete: (id) => status('DELETE', `/api/tasks/${id}`),
  };
}

test(
  'priorities, repeats and steps never lose a task through the API',
  async () => {
    await fc.assert(
      fc.asyncProperty(stepSequences(LONG_RUNS ? 25 : 14), async (steps) =>
        playSteps(await tasksOfNewPerson(), steps),
      ),
      { numRuns: RUNS, seed: SEED },
    );
  },
  LONG_MS,
);
