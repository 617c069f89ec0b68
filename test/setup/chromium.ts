import { existsSync } from 'node:fs';
import { type BrowserServer, chromium } from 'playwright-core';
import type { InstallOptions } from '../../src/devhost/debian-packages.ts';
import { HostSetupError } from '../../src/devhost/setup-error.ts';
import { ensurePackages, packages } from './packages.ts';

const places = [
  packages.browser['chromium-headless-shell'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts a Chromium, installed if need be, to which all test files connect. Throws HostSetupError where there is none. */
export async function startBrowser(options: InstallOptions): Promise<BrowserServer> {
  const isRoot = process.geteuid?.() === 0;
  const args = [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
  return chromium.launchServer({ executablePath: await ensureChromium(options), args });
}

/** Returns the path of a Chromium on this host. */
export async function ensureChromium(options: InstallOptions): Promise<string> {
  await ensurePackages('browser', options);
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new HostSetupError(`there is no Chromium: none of ${places.join(', ')} exists`);
  return found;
}
