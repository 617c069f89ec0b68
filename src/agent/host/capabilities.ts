import type { Logger } from 'pino';
import type { ExecutorCapabilitiesInput } from '../../contract/types.generated.ts';
import { cachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import { type HostOffer, imagesOf, offeredNetworks } from '../desired/host-offer.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { answerAgeMs, type RegistryFault, registryFaultOf, registryOf } from './registry-answers.ts';

export interface CapabilityOptions {
  clock: Clock;
  offer: HostOffer;
  host: Pick<HostRuntime, 'hasImage' | 'askRegistry'>;
  onChange(): void;
  log: Logger;
}

interface RegistryAnswer {
  /** The last verdict: a registry that cannot answer now takes no offer away. */
  isOffered: boolean;
  fault: string | null;
  failures: number;
  until: number;
}

const unknown: RegistryAnswer = { isOffered: false, fault: null, failures: 0, until: 0 };

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Says nothing about an image. */
const isEngineAway = (error: Error | null): boolean => error instanceof RuntimeError && error.fault === 'unreachable';

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the answers of registries, and each is short.
export function capabilityReader({ clock, offer, host, log, onChange }: CapabilityOptions) {
  const registry = new Map<string, RegistryAnswer>();
  const lookups = new Set<string>();
  /** When a registry whose quota is used up is asked again. */
  const pauses = new Map<string, number>();
  /** Why an image is not offered, as the log has it. */
  const reported = new Map<string, RegistryFault>();
  /** What the look-ups under way have found, for one message. */
  let missing: MissingImage[] = [];

  const lookUp = async (image: string): Promise<void> => {
    if (lookups.has(image) || (pauses.get(registryOf(image)) ?? 0) > clock.elapsed()) return;
    lookups.add(image);
    const error = await host.askRegistry(image).then(() => null, toError);
    lookups.delete(image);
    const before = registry.get(image) ?? unknown;
    if (isEngineAway(error)) registry.set(image, { ...before, until: clock.elapsed() + answerAgeMs('unknown', 1) });
    else judge(image, before, error?.message ?? null);
    if (lookups.size === 0) reportMissing();
  };

  const judge = (image: string, before: RegistryAnswer, fault: string | null): void => {
    const kind = fault === null ? null : registryFaultOf(fault);
    const failures = fault === null ? 0 : before.failures + 1;
    const isOffered = kind === null || (kind !== 'missing' && before.isOffered);
    const until = clock.elapsed() + answerAgeMs(kind, failures, fault ?? '');
    registry.set(image, { isOffered, fault, failures, until });
    if (kind === null) pauses.delete(registryOf(image));
    if (isOffered) reported.delete(image);
    if (kind === 'quota') pause(registryOf(image), until, fault ?? '');
    else if (fault !== null && isOffered && fault !== before.fault) log.warn({ image }, stillOffered(image, fault));
    else if (kind !== null && !isOffered && reported.get(image) !== kind) {
      reported.set(image, kind);
      missing.push({ image, fault: fault ?? '' });
    }
    if (isOffered !== before.isOffered) onChange();
  };

  const reportMissing = (): void => {
    if (missing.length > 0) log.warn(notOffered(missing));
    missing = [];
  };

  /** The quota belongs to this host's address at the registry, whatever the image. */
  const pause = (name: string, until: number, fault: string): void => {
    const isNew = !pauses.has(name);
    pauses.set(name, until);
    if (isNew) log.warn({ registry: name }, quotaUsedUp(name, fault));
  };

  /** Returns the cached answer, and refreshes one that is too old. */
  const isInRegistry = (image: string): boolean => {
    const answer = registry.get(image);
    if (answer === undefined || answer.until <= clock.elapsed()) void lookUp(image);
    return answer?.isOffered ?? false;
  };

  const offeredClients = async (): Promise<ExecutorCapabilitiesInput['clients']> => {
    const clients = imagesOf(offer.images).map(async ({ client, version, image }) => {
      const isOffered = (await host.hasImage(image)) || isInRegistry(image);
      return isOffered ? [{ client, version, image }] : [];
    });
    return (await Promise.all(clients)).flat();
  };
  const cached = cachedReading({ clock, read: offeredClients, maxAgeMs: 1000 });

  /** Waits for no registry and no hanging engine: a missing image is offered once a registry has confirmed it. */
  const read = async (): Promise<ExecutorCapabilitiesInput> => ({
    clients: await cached(() => []),
    networks: offeredNetworks(offer),
    nodeTypes: [...offer.nodeTypes],
  });
  return {
    read,
    /** What the registries last answered, by image: another question uses up the same quota. */
    answers: (): { image: string; fault: string | null }[] =>
      [...registry].flatMap(([image, { fault, isOffered }]) =>
        fault === null && !isOffered ? [] : [{ image, fault }],
      ),
  };
}

const stillOffered = (image: string, fault: string): string =>
  `cannot ask the registry about image ${image}, which is still offered: ${fault}`;

const quotaUsedUp = (name: string, fault: string): string =>
  `${name} answers no more questions about images for now, and is asked again later; offers stay as they are: ${fault}; pull the images on this host, or log in to the registry`;

interface MissingImage {
  image: string;
  fault: string;
}

/** Each fault once, with its images. */
function notOffered(missing: readonly MissingImage[]): string {
  const faults = [...Map.groupBy(missing, ({ fault }) => fault)].map(
    ([fault, same]) => `${same.map(({ image }) => image).join(', ')} (${fault})`,
  );
  return `cannot offer the versions of images that are not on this host and cannot be pulled: ${faults.join('; ')}; pull or load them, or set others in images`;
}
