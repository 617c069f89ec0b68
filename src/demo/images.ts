import type Docker from 'dockerode';
import { ensureClientImages } from '../devhost/client-image.ts';
import type { PullOptions } from '../devhost/images.ts';
import { standInLabel } from '../devhost/stand-in-image.ts';
import type { DemoFolder } from './folder.ts';

/** Ensures that the client images exist, and records the ones that it builds. Returns images by version. */
export async function ensureDemoImages(
  docker: Docker,
  folder: DemoFolder,
  options: PullOptions,
): Promise<Record<string, string>> {
  const before = await standInTags(docker);
  const { images } = await ensureClientImages({ docker, ...options });
  const built = (await standInTags(docker)).filter((tag) => !before.includes(tag));
  if (built.length > 0) folder.write(folder.builtImages, built.join('\n'));
  return images;
}

async function standInTags(docker: Docker): Promise<string[]> {
  const images = await docker.listImages({ filters: { label: [standInLabel] } });
  return images.flatMap(({ RepoTags }) => RepoTags ?? []);
}
