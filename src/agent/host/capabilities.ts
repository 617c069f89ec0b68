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

/** What this host offers: networks, node types, and the client versions whose images it has or a registry confirmed. */
export class CapabilityReader {
  readonly #options: CapabilityOptions;
  readonly #registry = new Map<string, RegistryAnswer>();
  readonly #lookUps = new Set<string>();
  /** When a registry whose quota is used up is asked again. */
  readonly #pauses = new Map<string, number>();
  /** Why an image is not offered, as the log has it. */
  readonly #reported = new Map<string, RegistryFault>();
  /** What the look-ups under way have found, for one message. */
  #missing: MissingImage[] = [];
  readonly #clients: ReturnType<typeof cachedReading<ExecutorCapabilitiesInput['clients']>>;

  constructor(options: CapabilityOptions) {
    this.#options = options;
    this.#clients = cachedReading({ clock: options.clock, read: () => this.#offeredClients(), maxAgeMs: 1000 });
  }

  /** Waits for no registry and no hanging engine: a missing image is offered once a registry has confirmed it. */
  async read(): Promise<ExecutorCapabilitiesInput> {
    const { offer } = this.#options;
    return {
      clients: await this.#clients(() => []),
      networks: offeredNetworks(offer),
      nodeTypes: [...offer.nodeTypes],
    };
  }

  /** What the registries last answered, by image: another question uses up the same quota. */
  answers(): { image: string; fault: string | null }[] {
    return [...this.#registry].flatMap(([image, { fault, isOffered }]) =>
      fault === null && !isOffered ? [] : [{ image, fault }],
    );
  }

  async #offeredClients(): Promise<ExecutorCapabilitiesInput['clients']> {
    const { offer, host } = this.#options;
    const clients = imagesOf(offer.images).map(async ({ client, version, image }) => {
      const isOffered = (await host.hasImage(image)) || this.#isInRegistry(image);
      return isOffered ? [{ client, version, image }] : [];
    });
    return (await Promise.all(clients)).flat();
  }

  /** Returns the cached answer, and refreshes one that is too old. */
  #isInRegistry(image: string): boolean {
    const answer = this.#registry.get(image);
    if (answer === undefined || answer.until <= this.#options.clock.elapsed()) void this.#lookUp(image);
    return answer?.isOffered ?? false;
  }

  async #lookUp(image: string): Promise<void> {
    const { clock, host } = this.#options;
    if (this.#lookUps.has(image) || (this.#pauses.get(registryOf(image)) ?? 0) > clock.elapsed()) return;
    this.#lookUps.add(image);
    const error = await host.askRegistry(image).then(() => null, toError);
    this.#lookUps.delete(image);
    const before = this.#registry.get(image) ?? unknown;
    if (isEngineAway(error))
      this.#registry.set(image, { ...before, until: clock.elapsed() + answerAgeMs('unknown', 1) });
    else this.#judge(image, before, error?.message ?? null);
    if (this.#lookUps.size === 0) this.#reportMissing();
  }

  #judge(image: string, before: RegistryAnswer, fault: string | null): void {
    const { clock, log, onChange } = this.#options;
    const kind = fault === null ? null : registryFaultOf(fault);
    const failures = fault === null ? 0 : before.failures + 1;
    const isOffered = kind === null || (kind !== 'missing' && before.isOffered);
    const until = clock.elapsed() + answerAgeMs(kind, failures, fault ?? '');
    this.#registry.set(image, { isOffered, fault, failures, until });
    if (kind === null) this.#pauses.delete(registryOf(image));
    if (isOffered) this.#reported.delete(image);
    if (kind === 'quota') this.#pause(registryOf(image), until, fault ?? '');
    else if (fault !== null && isOffered && fault !== before.fault) log.warn({ image }, stillOffered(image, fault));
    else if (kind !== null && !isOffered && this.#reported.get(image) !== kind) {
      this.#reported.set(image, kind);
      this.#missing.push({ image, fault: fault ?? '' });
    }
    if (isOffered !== before.isOffered) onChange();
  }

  /** The quota belongs to this host's address at the registry, whatever the image. */
  #pause(name: string, until: number, fault: string): void {
    const isNew = !this.#pauses.has(name);
    this.#pauses.set(name, until);
    if (isNew) this.#options.log.warn({ registry: name }, quotaUsedUp(name, fault));
  }

  #reportMissing(): void {
    if (this.#missing.length > 0) this.#options.log.warn(notOffered(this.#missing));
    this.#missing = [];
  }
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
