import { existsSync } from 'node:fs';
import type { InstallOptions } from '../../src/devhost/debian-packages.ts';
import { HostSetupError } from '../../src/devhost/setup-error.ts';
import { ensurePackages, packages } from './packages.ts';

const places = [
  packages.browser['chromium-headless-shell'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Returns the path of a Chromium on this host, installed if need be. Throws HostSetupError where there is none. */
export async function ensureChromium(options: InstallOptions): Promise<string> {
  await ensurePackages('browser', options);
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new HostSetupError(`there is no Chromium: none of ${places.join(', ')} exists`);
  return found;
}
