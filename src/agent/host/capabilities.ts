import type { Logger } from 'pino';
import type { ExecutorCapabilitiesInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import { type HostOffer, imagesOf, offeredNetworks } from '../desired/host-offer.ts';

export interface CapabilityOptions {
  clock: Clock;
  offer: HostOffer;
  isImagePresent(reference: string): Promise<boolean>;
  /** Asks a registry for the image, which may take seconds. Throws if it is not available. */
  askRegistry(reference: string): Promise<void>;
  onChange(): void;
  log: Logger;
}

/** How long a registry's answer is cached. */
const registryMaxAgeMs = { found: 10 * 60_000, missing: 60_000 };

export class CapabilityReader {
  readonly #options: CapabilityOptions;
  readonly #registry = new Map<string, { fault: string | null; until: number }>();
  readonly #lookups = new Set<string>();
  readonly #clients: CachedReading<ExecutorCapabilitiesInput['clients']>;

  constructor(options: CapabilityOptions) {
    this.#options = options;
    this.#clients = new CachedReading({ clock: options.clock, read: () => this.#offeredClients(), maxAgeMs: 1000 });
  }

  /** Waits for no registry and no hanging engine: a missing image is offered once a registry has confirmed it. */
  async read(): Promise<ExecutorCapabilitiesInput> {
    const { offer } = this.#options;
    return {
      clients: await this.#clients.get(() => []),
      networks: offeredNetworks(offer),
      nodeTypes: [...offer.nodeTypes],
    };
  }

  async #offeredClients(): Promise<ExecutorCapabilitiesInput['clients']> {
    const { offer, isImagePresent } = this.#options;
    const clients = await Promise.all(
      imagesOf(offer.images).map(async ({ client, version, image }) => {
        const isOffered = (await isImagePresent(image)) || this.#isInRegistry(image);
        return isOffered ? [{ client, version, image }] : [];
      }),
    );
    return clients.flat();
  }

  /** Returns the cached answer, and refreshes one that is too old. */
  #isInRegistry(image: string): boolean {
    const answer = this.#registry.get(image);
    if (answer === undefined || answer.until <= this.#options.clock.elapsed()) void this.#lookUp(image);
    return answer?.fault === null;
  }

  async #lookUp(image: string): Promise<void> {
    if (this.#lookups.has(image)) return;
    this.#lookups.add(image);
    const { clock, askRegistry, onChange, log } = this.#options;
    const fault = await askRegistry(image).then(() => null, errorMessage);
    this.#lookups.delete(image);
    const before = this.#registry.get(image)?.fault;
    const maxAgeMs = fault === null ? registryMaxAgeMs.found : registryMaxAgeMs.missing;
    this.#registry.set(image, { fault, until: clock.elapsed() + maxAgeMs });
    if (fault !== null && fault !== before) log.warn({ image }, notOffered(image, fault));
    if ((fault === null) !== (before === null)) onChange();
  }
}

const notOffered = (image: string, fault: string): string =>
  `cannot offer the version of image ${image}: the image is not on this host and cannot be pulled: ${fault}; pull or load it, or set another in images`;
