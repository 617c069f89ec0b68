import { posix } from 'node:path';
import type Docker from 'dockerode';
import type { EngineFacts } from '../../runtime/host-runtime.ts';
import { refused } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { engineFacts } from './engine-info.ts';
import { inspectImage } from './images.ts';
import { paths } from './paths.ts';

/** Settings of a container that override what its image declares; the engine merges both. */
export interface ImageOverrides {
  Env: string[];
  Labels: Record<string, string>;
  Healthcheck: { Test: string[] };
  Tmpfs: Record<string, string>;
}

type Declared = Partial<Pick<Docker.ImageInspectInfo['Config'], 'Env' | 'Labels' | 'Volumes'>>;

/** The program is found by the image's own PATH. */
const keptVariables: readonly string[] = ['PATH'];
const maxEntries = 200;
/** The engine repeats labels and variables in each list and event. */
const maxLength = 64 * 1024;
/** Empty and read-only: nothing of the image, nothing that the daemon could write or run. */
const emptyFolder = 'ro,noexec,nosuid,nodev,size=4k,mode=555';
const temporaryFolder = 'rw,noexec,nosuid,nodev,size=16m';
/** Podman copies files of the image into a tmpfs, and starts no container whose files exceed its size. Docker does not. */
const uncopied = (options: string, isPodman: boolean): string => (isPodman ? `${options},notmpcopyup` : options);

/**
 * Returns how to create a container of an image without its variables, labels, volumes and health check, which could
 * load code into the daemon, steer other programs on the host, or give the container a writable folder without a limit.
 * An engine removes nothing that an image declares, so each entry is overridden. Throws RuntimeError.
 */
export async function imageOverrides(client: EngineClient, image: string): Promise<ImageOverrides> {
  const [{ Config }, facts] = await Promise.all([inspectImage(client, image), engineFacts(client)]);
  return overridesOf(image, Config ?? {}, facts);
}

export function overridesOf(
  image: string,
  { Env, Labels, Volumes }: Declared,
  { isPodman }: Pick<EngineFacts, 'isPodman'>,
): ImageOverrides {
  const declared = [Env ?? [], Labels ?? {}, Volumes ?? {}];
  const entries = declared.reduce((sum, each) => sum + Object.keys(each).length, 0);
  if (entries > maxEntries || JSON.stringify(declared).length > maxLength)
    throw refused(
      `The image ${image} declares more than ${maxEntries} variables, labels and volumes, or more than ${maxLength / 1024} KiB of them; use another image`,
    );
  const variables = (Env ?? []).map((variable) => variable.split('=', 1)[0] ?? '');
  return {
    // Podman knows no other way to unset one. The loader ignores its variables when they are empty.
    Env: [...new Set(variables)]
      .filter((name) => name !== '' && !keptVariables.includes(name))
      .map((name) => `${name}=`),
    Labels: Object.fromEntries(Object.keys(Labels ?? {}).map((label) => [label, ''])),
    Healthcheck: { Test: ['NONE'] },
    Tmpfs: Object.fromEntries([
      ...Object.keys(Volumes ?? {})
        .map((path) => posix.resolve('/', path))
        .filter((path) => !isOurs(image, path))
        .map((path) => [path, uncopied(emptyFolder, isPodman)]),
      ['/tmp', uncopied(temporaryFolder, isPodman)],
    ]),
  };
}

/** Whether the node's own volume is mounted there. Throws RuntimeError for a folder that would hide part of it. */
function isOurs(image: string, path: string): boolean {
  const [inner, outer] = [`${path}/`.replace('//', '/'), `${paths.mountPoint}/`];
  if (inner === outer) return true;
  if (inner.startsWith(outer) || outer.startsWith(inner))
    throw refused(`The image ${image} declares the volume ${path}, which collides with ${outer}; use another image`);
  return false;
}
