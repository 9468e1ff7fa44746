// @ts-check
/*
 * npm run lock: writes functions/package-lock.json with the versions of the root's package-lock.json. Cloud Build
 * installs from functions/package-lock.json. functions/test/unit/lock.test.ts checks that the two files agree.
 */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command } from '../command/command.mjs';
import { CommandError } from '../command/commandError.mjs';
import { ROOT } from '../command/paths.mjs';
import { npm } from '../command/run.mjs';

const LOCK = 'package-lock.json';
const FUNCTIONS = 'functions/';

/** @typedef {{ packages: Record<string, { link?: boolean }> }} Lock */

command(async () => {
  const alone = mkdtempSync(join(tmpdir(), 'daymark-lock-'));
  try {
    const functions = join(ROOT, FUNCTIONS);
    copyFileSync(join(functions, 'package.json'), join(alone, 'package.json'));
    cpSync(join(functions, 'contract', 'package.json'), join(alone, 'contract', 'package.json'));
    writeFileSync(join(alone, LOCK), JSON.stringify(rootLock()));
    // npm keeps the versions in this lockfile and removes the packages that functions/ does not need.
    const { code, output } = await npm(
      [
        'install',
        '--package-lock-only',
        '--omit-lockfile-registry-resolved',
        '--ignore-scripts',
        '--prefer-offline',
      ],
      { cwd: alone },
    );
    if (code !== 0) throw new CommandError('npm could not write the lockfile.', output);
    copyFileSync(join(alone, LOCK), join(functions, LOCK));
    return 0;
  } finally {
    rmSync(alone, { recursive: true });
  }
});

/**
 * Returns the root's lockfile with its paths relative to functions/. The result still lists shared packages that only
 * other workspaces need.
 */
function rootLock() {
  /** @type {Lock} */
  const { packages, ...lock } = JSON.parse(readFileSync(join(ROOT, LOCK), 'utf8'));
  const entries = Object.entries(packages).filter(([, { link }]) => !link);
  const shared = entries.filter(([path]) => path.startsWith('node_modules/'));
  const own = entries
    .filter(([path]) => path.startsWith(FUNCTIONS))
    .map(([path, entry]) => [path.slice(FUNCTIONS.length), entry]);
  return { ...lock, packages: Object.fromEntries([...shared, ...own]) };
}
