// @ts-check
import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/**
 * @typedef {object} Ran
 * @property {number} code the exit code, or 1 if the program was killed or could not start
 * @property {string} output the text of both output streams, in the order it arrived
 */

/**
 * Runs a program to its end and collects what it prints.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, show?: boolean, interactive?: boolean }} [options]
 *   `show` prints the output as it arrives instead of collecting it. `interactive` does the same and passes on keyboard
 *   input
 * @returns {Promise<Ran>}
 */
export function run(program, args, options = {}) {
  const {
    cwd = ROOT,
    env = process.env,
    timeoutMs = 0,
    show = false,
    interactive = false,
  } = options;
  const output = show || interactive ? 'inherit' : 'pipe';
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: [interactive ? 'inherit' : 'ignore', output, output],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let printed = '';
    const collect = (/** @type {Buffer} */ chunk) => void (printed += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: printed + error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: printed }));
  });
}

/**
 * Runs npm. Uses the npm that runs this process if there is one, otherwise the one on PATH.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const self = process.env['npm_execpath'];
  return self?.endsWith('.js')
    ? run(process.execPath, [self, ...args], options)
    : run('npm', args, options);
}

/**
 * Returns the last lines of a text, such as the end of a log that shows why a program failed.
 * @param {string} text
 * @param {number} [lines]
 */
export function tail(text, lines = 30) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}
