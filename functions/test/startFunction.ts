import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
// @ts-expect-error -- plain JavaScript, without types in this project
import { choosePorts } from '../../tools/stack/ports.mjs';

export interface RunningFunction {
  url: string;
  /** Everything that the function has written to stdout and stderr so far. */
  output: () => string;
  stop: () => Promise<void>;
}

const functions = dirname(import.meta.dirname);
const require = createRequire(import.meta.url);
const framework = join(dirname(require.resolve('@google-cloud/functions-framework')), 'main.js');

/**
 * Starts the built bundle like production, in Google's Functions Framework and in its own process. `env` is added to
 * this process's environment, and undefined removes a variable.
 */
export async function startFunction(
  env: Record<string, string | undefined> = {},
): Promise<RunningFunction> {
  const port = await freePort();
  const child = spawn(process.execPath, [framework, '--target=api', `--port=${port}`], {
    cwd: functions,
    env: {
      GCLOUD_PROJECT: 'demo-daymark',
      ATTEMPT_LIMITS: 'none',
      IN_FLIGHT_MAX: 'Infinity',
      ...process.env,
      NODE_OPTIONS: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('URL: ')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The function did not start:\n${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Returns a free port that the system doesn't give to another program in the meantime. */
export async function freePort(): Promise<number> {
  return (await choosePorts({ free: 0 })).free;
}
