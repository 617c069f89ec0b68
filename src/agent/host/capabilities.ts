import type { ExecutorCapabilitiesInput, Network, NodeType } from '../../contract/types.generated.ts';
import { CachedReading } from '../../timing/cached-reading.ts';
import type { Clock } from '../../timing/clock.ts';

export interface CapabilityOptions {
  clock: Clock;
  /** Image by version of bitcoind. */
  images: Readonly<Record<string, string>>;
  networks: readonly Network[];
  allowRegtest: boolean;
  nodeTypes: readonly NodeType[];
  imagePresent(reference: string): Promise<boolean>;
  /** Whether a registry has it; may take seconds. */
  imageInRegistry(reference: string): Promise<boolean>;
  /** A registry's late word changed what is offered. */
  onChange(): void;
}

const believedForMs = { yes: 10 * 60_000, no: 60_000 };

/** Tells what this host offers: versions whose image is here or can be fetched, and what the operator allows. */
export class CapabilityReader {
  readonly #options: CapabilityOptions;
  readonly #registry = new Map<string, { has: boolean; until: number }>();
  readonly #asking = new Set<string>();
  readonly #latest: CachedReading<ExecutorCapabilitiesInput['clients']>;

  constructor(options: CapabilityOptions) {
    this.#options = options;
    this.#latest = new CachedReading({ clock: options.clock, read: () => this.#offered(), maxAgeMs: 1000 });
  }

  /** Never waits for a registry, nor for an engine that hangs: what is not on this host is offered once the registry has confirmed it. */
  async read(): Promise<ExecutorCapabilitiesInput> {
    const { networks, allowRegtest, nodeTypes } = this.#options;
    return {
      clients: await this.#latest.get(() => []),
      networks: [...networks.filter((network) => network !== 'regtest'), ...(allowRegtest ? ['regtest' as const] : [])],
      nodeTypes: [...nodeTypes],
    };
  }

  async #offered(): Promise<ExecutorCapabilitiesInput['clients']> {
    const { images, imagePresent } = this.#options;
    const all = await Promise.all(
      Object.entries(images).map(async ([version, image]) => ({
        client: 'bitcoind' as const,
        version,
        image,
        offered: (await imagePresent(image)) || this.#registryHas(image),
      })),
    );
    return all.filter((one) => one.offered).map(({ client, version, image }) => ({ client, version, image }));
  }

  #registryHas(image: string): boolean {
    const known = this.#registry.get(image);
    if (known === undefined || known.until <= this.#options.clock.elapsed()) void this.#ask(image);
    return known?.has ?? false;
  }

  async #ask(image: string): Promise<void> {
    if (this.#asking.has(image)) return;
    this.#asking.add(image);
    const has = await this.#options.imageInRegistry(image).catch(() => false);
    this.#asking.delete(image);
    const changed = (this.#registry.get(image)?.has ?? false) !== has;
    this.#registry.set(image, {
      has,
      until: this.#options.clock.elapsed() + (has ? believedForMs.yes : believedForMs.no),
    });
    if (changed) this.#options.onChange();
  }
}
