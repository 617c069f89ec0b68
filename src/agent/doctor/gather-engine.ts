import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorMessage } from '../../text/error-message.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import type { ImageFacts } from './facts.ts';

/** A host without the Internet must not wait long for the rest. */
const registryTimeoutMs = 5000;

/** Looks whether each image is on this host or in a registry that the engine reaches. `images`: by version. Never throws. */
export const gatherImages = (host: HostRuntime, images: Readonly<Record<string, string>>): Promise<ImageFacts[]> =>
  Promise.all(
    Object.entries(images).map(async ([version, image]) => {
      const find = async () => {
        if (!(await host.hasImage(image))) await host.askRegistry(image, AbortSignal.timeout(registryTimeoutMs));
        return null;
      };
      return { version, image, fault: await find().catch(errorMessage) };
    }),
  );

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

/** Reads a time as systemctl shows it, such as `1min 30s` or `infinity`; null for another text. */
export function stopSeconds(text: string): number | null {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  const units: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, us: 0.000001 };
  const parts = [...text.matchAll(/([\d.]+)(h|min|ms|us|s)\b/g)];
  return parts.length === 0
    ? null
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

/** What agents of other executors left here. `executorId`: of this data directory; null where it has none. */
export async function gatherForeignObjects(host: HostRuntime, executorId: string | null): Promise<string[]> {
  const foreign = (await host.ownObjects()).filter((object) => object.executorId !== executorId);
  return [...new Set(foreign.map((object) => `${object.name} (executor ${object.executorId})`))].toSorted();
}
