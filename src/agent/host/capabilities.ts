import type { Logger } from 'pino';
import type { ExecutorCapabilitiesInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { cachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import { type HostOffer, imagesOf, offeredNetworks } from '../desired/host-offer.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import { answerAgeMs, registryFaultOf, registryOf } from './registry-answers.ts';

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

export function capabilityReader({ clock, offer, host, log, onChange }: CapabilityOptions) {
  const registry = new Map<string, RegistryAnswer>();
  const lookups = new Set<string>();
  /** When a registry whose quota is used up is asked again. */
  const pauses = new Map<string, number>();

  const lookUp = async (image: string): Promise<void> => {
    if (lookups.has(image) || (pauses.get(registryOf(image)) ?? 0) > clock.elapsed()) return;
    lookups.add(image);
    const fault = await host.askRegistry(image).then(() => null, errorMessage);
    lookups.delete(image);
    const before = registry.get(image);
    const kind = fault === null ? null : registryFaultOf(fault);
    const failures = fault === null ? 0 : (before?.failures ?? 0) + 1;
    const isOffered = kind === null || (kind !== 'missing' && before?.isOffered === true);
    const until = clock.elapsed() + answerAgeMs(kind, failures);
    if (kind === null) pauses.delete(registryOf(image));
    registry.set(image, { isOffered, fault, failures, until });
    if (kind === 'quota') pause(registryOf(image), until, fault ?? '');
    else if (fault !== null && fault !== before?.fault)
      log.warn({ image }, isOffered ? stillOffered(image, fault) : notOffered(image, fault));
    if (isOffered !== (before?.isOffered ?? false)) onChange();
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
  return async (): Promise<ExecutorCapabilitiesInput> => ({
    clients: await cached(() => []),
    networks: offeredNetworks(offer),
    nodeTypes: [...offer.nodeTypes],
  });
}

const stillOffered = (image: string, fault: string): string =>
  `cannot ask the registry about image ${image}, which is still offered: ${fault}`;

const quotaUsedUp = (name: string, fault: string): string =>
  `${name} answers no more questions about images for now, and is asked again in an hour; offers stay as they are: ${fault}; pull the images on this host, or log in to the registry`;

const notOffered = (image: string, fault: string): string =>
  `cannot offer the version of image ${image}: the image is not on this host and cannot be pulled: ${fault}; pull or load it, or set another in images`;
