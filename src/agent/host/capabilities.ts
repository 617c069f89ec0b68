import type { ExecutorCapabilitiesInput } from '../../contract/types.generated.ts';
import { CachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';
import { type HostOffer, offeredNetworks } from '../desired/host-offer.ts';

export interface CapabilityOptions {
  clock: Clock;
  offer: HostOffer;
  isImagePresent(reference: string): Promise<boolean>;
  /** Whether a registry has the image; may take seconds. */
  isImageInRegistry(reference: string): Promise<boolean>;
  /** Called when the answer of a registry changed what is offered. */
  onChange(): void;
}

/** How long the answer of a registry counts. */
const registryMaxAgeMs = { found: 10 * 60_000, missing: 60_000 };

/** Reads what this host offers: the client versions whose image is here or can be pulled, and what the operator allows. */
export class CapabilityReader {
  readonly #options: CapabilityOptions;
  readonly #registry = new Map<string, { isFound: boolean; until: number }>();
  readonly #lookups = new Set<string>();
  readonly #clients: CachedReading<ExecutorCapabilitiesInput['clients']>;

  constructor(options: CapabilityOptions) {
    this.#options = options;
    this.#clients = new CachedReading({ clock: options.clock, read: () => this.#offeredClients(), maxAgeMs: 1000 });
  }

  /** Waits neither for a registry nor for an engine that hangs: an image that is not here is offered once a registry has confirmed it. */
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
      Object.entries(offer.images).map(async ([version, image]) => {
        const isOffered = (await isImagePresent(image)) || this.#isInRegistry(image);
        return isOffered ? [{ client: 'bitcoind' as const, version, image }] : [];
      }),
    );
    return clients.flat();
  }

  /** Returns the last answer, and asks for a new one where that is too old. */
  #isInRegistry(image: string): boolean {
    const answer = this.#registry.get(image);
    if (answer === undefined || answer.until <= this.#options.clock.elapsed()) void this.#lookUp(image);
    return answer?.isFound ?? false;
  }

  async #lookUp(image: string): Promise<void> {
    if (this.#lookups.has(image)) return;
    this.#lookups.add(image);
    const { clock, isImageInRegistry, onChange } = this.#options;
    const isFound = await isImageInRegistry(image).catch(() => false);
    this.#lookups.delete(image);
    const wasFound = this.#registry.get(image)?.isFound ?? false;
    const maxAgeMs = isFound ? registryMaxAgeMs.found : registryMaxAgeMs.missing;
    this.#registry.set(image, { isFound, until: clock.elapsed() + maxAgeMs });
    if (isFound !== wasFound) onChange();
  }
}
