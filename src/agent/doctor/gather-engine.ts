import { errorMessage } from '../../text/error-message.ts';
import { imagesOf } from '../desired/host-offer.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import type { Images } from '../settings/shapes.ts';
import { runProgram } from '../upgrade/run-program.ts';

/** A host without internet access must not delay the other checks. */
const registryTimeoutMs = 5000;

/** Checks whether each image is on this host or in a registry that the engine reaches. Never throws. */
export const gatherImages = (host: HostRuntime, images: Images) =>
  Promise.all(
    imagesOf(images).map(async ({ client, version, image }) => {
      const find = async () => {
        if (!(await host.hasImage(image))) await host.askRegistry(image, AbortSignal.timeout(registryTimeoutMs));
        return null;
      };
      return { version: `${client} ${version}`, image, fault: await find().catch(errorMessage) };
    }),
  );

/** Returns the stop timeout of docker.service in seconds; null without systemd or the unit. */
export async function gatherEngineStopSeconds(): Promise<number | null> {
  const words = ['show', '--property=LoadState,TimeoutStopUSec', 'docker.service'];
  const { stdout } = await runProgram('systemctl', words, { env: process.env, timeoutMs: 5000 });
  return stdout.includes('LoadState=loaded') ? stopSeconds(/TimeoutStopUSec=(.*)/.exec(stdout)?.[1] ?? '') : null;
}

/** Parses a time span as systemctl prints it, such as `1min 30s` or `infinity`; null for other texts. */
export function stopSeconds(text: string): number | null {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  const units: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, us: 0.000001 };
  const parts = [...text.matchAll(/([\d.]+)(h|min|ms|us|s)\b/g)];
  return parts.length === 0
    ? null
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

/** Objects left by agents of other executors. `executorId`: that of this data directory; null without one. */
export async function gatherForeignObjects(host: HostRuntime, executorId: string | null): Promise<string[]> {
  const foreign = (await host.ownObjects()).filter((object) => object.executorId !== executorId);
  return [...new Set(foreign.map((object) => `${object.name} (executor ${object.executorId})`))].toSorted();
}
