import Docker from 'dockerode';
import type { Api } from '../cli/api.ts';
import { ensureClientImages } from '../devhost/client-image.ts';
import type { InstallOptions } from '../devhost/debian-packages.ts';
import { standInLabel } from '../devhost/stand-in-image.ts';
import { type DemoFolder, writePrivate } from './folder.ts';
import { runSatrap } from './program.ts';

/** Ensures that the client images exist, and records the ones that it builds. Returns images by version. */
export async function ensureDemoImages(socketPath: string, folder: DemoFolder, options: InstallOptions) {
  const docker = new Docker({ socketPath });
  const before = await standInTags(docker);
  const { images } = await ensureClientImages({ socketPath, ...options });
  const built = (await standInTags(docker)).filter((tag) => !before.includes(tag));
  if (built.length > 0) writePrivate(folder.builtImages, built.join('\n'));
  return images;
}

async function standInTags(docker: Docker): Promise<string[]> {
  const images = await docker.listImages({ filters: { label: [standInLabel] } });
  return images.flatMap(({ RepoTags }) => RepoTags ?? []);
}

/** Creates the first administrator and organization, and stores a personal and an executor key in the folder. */
export async function createKeys(folder: DemoFolder, executorName: string): Promise<void> {
  const run = async (...args: string[]) =>
    JSON.parse(await runSatrap(['control-plane', ...args, '--data', folder.controlPlaneData, '--json']));
  const { personalKey } = await run('init', '--email', 'admin@demo.example', '--organization', 'Demo');
  writePrivate(folder.personalKey, personalKey);
  const { key } = await run('create-key', '--purpose', 'executor', '--name', executorName);
  writePrivate(folder.executorKey, key);
}

/** Creates a one-time link that sets the administrator's password and signs in to the console. `url`: the API's. */
export async function signInLink(api: Api, url: string): Promise<string> {
  const { viewer } = await api.call('GetOwnPerson', {});
  if (viewer?.person == null) throw new Error('the demo’s key does not belong to a person');
  const { id } = viewer.person;
  const { createPasswordResetLink: made } = await api.call('CreatePasswordResetLink', { where: { id } });
  return `${new URL('/set-password', url).href}#${new URLSearchParams({ token: made.token })}`;
}
