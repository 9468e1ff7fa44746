// @ts-check
import { existsSync } from 'node:fs';
import { onPath } from '../command/paths.mjs';
import { run } from '../command/run.mjs';

/** Whether this process can install Debian packages. It must run on Debian, as root. */
function mayInstall() {
  return (
    existsSync('/etc/debian_version') && process.getuid?.() === 0 && onPath('apt-get') !== undefined
  );
}

/**
 * Installs a Debian package if this machine allows that.
 * @param {string} name
 * @returns {Promise<boolean>} whether the installation succeeded
 */
export async function aptInstall(name) {
  if (!mayInstall()) return false;
  console.log(`Installing ${name} (apt-get)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  const { code } = await run('apt-get', ['install', '-y', '-qq', name], { env });
  return code === 0;
}
