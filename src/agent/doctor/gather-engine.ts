import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorMessage } from '../../text/error-message.ts';
import { imagesOf } from '../desired/host-offer.ts';
import { EngineClient } from '../docker/engine/engine-client.ts';
import { type Info, traitsOf } from '../docker/engine/engine-fit.ts';
import { askRegistry, imagePin } from '../docker/engine/images.ts';
import { labels } from '../docker/engine/labels.ts';
import { findOwnObjects } from '../docker/engine/own-objects.ts';
import { ownRestartPolicy } from '../docker/own/docker-own-container.ts';
import { isPortInUse } from '../docker/port-allocator.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { EngineEndpoint } from '../settings/engine-endpoint.ts';
import type { Images } from '../settings/shapes.ts';
import type { DoctorFacts, EngineFacts, ImageFacts } from './facts.ts';

/** A host without the Internet must not wait long for the rest. */
const registryTimeoutMs = 5000;

/** Asks the engine about itself. Never throws. */
export async function gatherEngine(endpoint: EngineEndpoint): Promise<EngineFacts | { error: string }> {
  try {
    const info = await new EngineClient(endpoint).get<Info>('describe itself', '/info', { timeoutSeconds: 10 });
    return {
      ...traitsOf(info),
      version: info.ServerVersion,
      isPodman: info.BuildahVersion !== undefined,
      storageDriver: info.Driver,
      liveRestore: info.LiveRestoreEnabled ?? false,
      rootDir: info.DockerRootDir,
      warnings: info.Warnings ?? [],
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { error: `${errorMessage(error)}${cause}` };
  }
}

/** Looks whether each image is on this host or in a registry that the engine reaches. Never throws. */
export const gatherImages = (endpoint: EngineEndpoint, images: Images): Promise<ImageFacts[]> => {
  const client = new EngineClient(endpoint);
  const faultOf = async (image: string) => {
    if ((await imagePin(client, image)) === null)
      await askRegistry(client, image, AbortSignal.timeout(registryTimeoutMs));
    return null;
  };
  return Promise.all(
    imagesOf(images).map(async ({ client: family, version, image }) => ({
      ...{ version: `${family} ${version}`, image },
      fault: await faultOf(image).catch(errorMessage),
    })),
  );
};

/** Returns how the engine starts the container of this process again; null where there is none, or it cannot be asked. */
export const gatherOwnRestart = (endpoint: EngineEndpoint): Promise<DoctorFacts['ownRestart']> =>
  ownRestartPolicy(new EngineClient(endpoint)).catch(() => null);

/** Returns how many seconds systemd lets docker.service take to stop; null without systemd or the unit. */
export async function gatherEngineStopSeconds(): Promise<number | null> {
  try {
    const words = ['show', '--property=LoadState,TimeoutStopUSec', 'docker.service'];
    const { stdout } = await promisify(execFile)('systemctl', words, { timeout: 5000 });
    return stdout.includes('LoadState=loaded') ? stopSeconds(/TimeoutStopUSec=(.*)/.exec(stdout)?.[1] ?? '') : null;
  } catch {
    return null;
  }
}

/** Reads a time as systemctl shows it, such as `1min 30s` or `infinity`; null for another text. Pure. */
export function stopSeconds(text: string): number | null {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  const units: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, us: 0.000001 };
  const parts = [...text.matchAll(/([\d.]+)(h|min|ms|us|s)\b/g)];
  return parts.length === 0
    ? null
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

/** Looks at what of ours is in the engine. `executorId`: of this data directory; null where it has none. Never throws. */
export async function gatherObjects(
  endpoint: EngineEndpoint,
  executorId: string | null,
): Promise<{ foreignObjects: string[]; publishedPorts: Set<number> }> {
  try {
    const { containers, volumes } = await findOwnObjects(new EngineClient(endpoint));
    const names = [
      ...containers.map(({ Id, Names, Labels }) => ({ name: Names[0]?.slice(1) ?? Id, of: Labels[labels.executor] })),
      ...volumes.map(({ Name, Labels }) => ({ name: Name, of: Labels[labels.executor] })),
    ].flatMap(({ name, of }) => (of === executorId ? [] : `${name} (executor ${of})`));
    const ports = containers.flatMap(({ Ports }) => Ports.map(({ PublicPort }) => PublicPort));
    return { foreignObjects: [...new Set(names)].toSorted(), publishedPorts: new Set(ports) };
  } catch (error) {
    // An engine that does not answer has a finding of its own, which says why.
    if (!(error instanceof RuntimeError)) throw error;
    return { foreignObjects: [], publishedPorts: new Set() };
  }
}

/** Returns those of the ports that are in use and not published by a container of ours. */
export async function gatherTakenPorts(ports: readonly number[], published: ReadonlySet<number>): Promise<number[]> {
  const inUse = await Promise.all(ports.map((port) => isPortInUse(port, '0.0.0.0')));
  return ports.filter((port, index) => inUse[index] && !published.has(port));
}
