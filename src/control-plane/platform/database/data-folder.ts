import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ControlPlaneSetupError } from '../../settings.ts';

/** What a control plane makes in its folder, and what a file system has at its root. */
const expectedName = /^(secret(\..+)?|lock\.db(-.+)?|server\.url|compile-cache|postgresql|database|lost\+found)$/;

/** Makes the data folder where there is none. Throws ControlPlaneSetupError for one that is not the control plane's alone. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const fault = folderFault(dataDir, { mode: statSync(dataDir).mode, names: readdirSync(dataDir) });
  if (fault !== undefined) throw new ControlPlaneSetupError(fault);
}

/** Says why a folder is not fit for the control plane, and what to do; undefined when it is. Pure. */
export function folderFault(
  dataDir: string,
  { mode, names }: { mode: number; names: readonly string[] },
): string | undefined {
  const foreign = names.find((name) => !expectedName.test(name));
  // Beside a secret of ours, an operator may keep what they like.
  if (foreign !== undefined && !names.includes('secret')) {
    const own = join(dataDir, 'satrap-control-plane');
    return `${dataDir} holds other files, such as ${foreign}; choose a folder for the control plane alone, such as: --data ${own}`;
  }
  if ((mode & 0o077) !== 0) return `others can look into ${dataDir}; run: chmod 700 ${dataDir}`;
  return undefined;
}
