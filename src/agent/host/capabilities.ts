import type { Logger } from 'pino';
import type { ExecutorCapabilitiesInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { cachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import { type HostOffer, imagesOf, offeredNetworks } from '../desired/host-offer.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';

export interface CapabilityOptions {
  clock: Clock;
  offer: HostOffer;
  host: Pick<HostRuntime, 'hasImage' | 'askRegistry'>;
  onChange(): void;
  log: Logger;
}

/** How long a registry's answer is cached. */
const registryMaxAgeMs = { found: 10 * 60_000, missing: 60_000 };

export function capabilityReader({ clock, offer, host, log, onChange }: CapabilityOptions) {
  const registry = new Map<string, { fault: string | null; until: number }>();
  const lookups = new Set<string>();

  const lookUp = async (image: string): Promise<void> => {
    if (lookups.has(image)) return;
    lookups.add(image);
    const fault = await host.askRegistry(image).then(() => null, errorMessage);
    lookups.delete(image);
    const before = registry.get(image)?.fault;
    const maxAgeMs = fault === null ? registryMaxAgeMs.found : registryMaxAgeMs.missing;
    registry.set(image, { fault, until: clock.elapsed() + maxAgeMs });
    if (fault !== null && fault !== before) log.warn({ image }, notOffered(image, fault));
    if ((fault === null) !== (before === null)) onChange();
  };

  /** Returns the cached answer, and refreshes one that is too old. */
  const isInRegistry = (image: string): boolean => {
    const answer = registry.get(image);
    if (answer === undefined || answer.until <= clock.elapsed()) void lookUp(image);
    return answer?.fault === null;
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
  return async (): Promise<ExecutorCapabilitiesInput> => ({
    clients: await cached(() => []),
    networks: offeredNetworks(offer),
    nodeTypes: [...offer.nodeTypes],
  });
}

const notOffered = (image: string, fault: string): string =>
  `cannot offer the version of image ${image}: the image is not on this host and cannot be pulled: ${fault}; pull or load it, or set another in images`;
