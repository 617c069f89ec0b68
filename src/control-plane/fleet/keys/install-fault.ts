import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../package-root.ts';

/** Returns the script that installed this program, which installs an agent as well. `root`: the program's folder. */
export const installScript = (root: string): string => join(root, 'share/satrap/install/install.sh');

/** Returns why one command cannot install an agent with the release of this control plane; null if it can. */
export function installFault(publicUrl: string | undefined, root = packageRoot()): string | null {
  if (!publicUrl) return 'this control plane has no public URL. Set SATRAP_PUBLIC_URL and restart it';
  if (existsSync(installScript(root))) return null;
  const url = new URL(publicUrl).href.replace(/\/+$/, '').replaceAll("'", '%27');
  return `this control plane runs from a clone or a container, and has no release to install. See ${url}/docs/hosts/install.html`;
}
