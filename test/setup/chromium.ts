import { existsSync } from 'node:fs';
import { type InstallOptions, installPackages } from '../../src/devhost/debian-packages.ts';
import { HostSetupError } from '../../src/devhost/setup-error.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const findChromium = (): string | undefined => places.find((place) => existsSync(place));

/**
 * Makes sure that there is a Chromium on this host, and returns its path: the installed one, else that of the distribution's packages. Throws
 * HostSetupError with what to do.
 */
export async function ensureChromium(options: InstallOptions): Promise<string> {
  const present = findChromium();
  if (present !== undefined) return present;
  await installPackages(
    ['chromium', 'fonts-dejavu-core'],
    'the browser Chromium, for the tests of the console,',
    options,
  );
  const installed = findChromium();
  if (installed === undefined)
    throw new HostSetupError(`the package chromium is installed, and its program is none of ${places.join(', ')}`);
  return installed;
}
