import { createServer } from 'node:net';
import pLimit from 'p-limit';
import { type Network, networkFacts } from '../../bitcoin/network.ts';

export interface NodePorts {
  rpc: number;
  p2p: number;
}

/** What the choice of a port depends on. */
export interface PortAllocatorOptions {
  /** The ports that containers publish, or that other nodes were given. */
  taken(): Promise<ReadonlySet<number>>;
  /** Whether something on this host listens there. */
  inUse(port: number): Promise<boolean>;
  range: { from: number; to: number };
}

/** Allocates host ports, one node at a time, so that two nodes never get the same. */
export class PortAllocator {
  readonly #options: PortAllocatorOptions;
  readonly #rejected = new Set<number>();
  readonly #oneAtATime = pLimit(1);

  constructor(options: PortAllocatorOptions) {
    this.#options = options;
  }

  /**
   * Chooses the network's default ports where they are free, else the next free ones of the range. `keep` records them where `taken` finds
   * them, before any other node is given some. Throws when the range is used up.
   */
  allocate(network: Network, keep: (ports: NodePorts) => void): Promise<void> {
    return this.#oneAtATime(async () => keep(await this.#choose(network)));
  }

  /** The engine could not publish these ports although they looked free: no node is given them while this agent runs. */
  reject({ rpc, p2p }: NodePorts): void {
    this.#rejected.add(rpc).add(p2p);
  }

  async #choose(network: Network): Promise<NodePorts> {
    const taken = await this.#options.taken();
    const { rpcPort, p2pPort } = networkFacts(network);
    const rpc = await this.#findFree(rpcPort, taken);
    return { rpc, p2p: await this.#findFree(p2pPort, new Set([...taken, rpc])) };
  }

  async #findFree(preferred: number, taken: ReadonlySet<number>): Promise<number> {
    const { from, to } = this.#options.range;
    for (let port = preferred; ; port = port === preferred ? from : port + 1) {
      if (port !== preferred && port > to) {
        throw new Error(`no port between ${from} and ${to} is free; widen port_range in the agent’s configuration`);
      }
      if (!this.#rejected.has(port) && !taken.has(port) && !(await this.#options.inUse(port))) return port;
    }
  }
}

/** Returns whether anything listens on a port of this host, by trying to listen there. */
export function isPortInUse(port: number, address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(true));
  server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(false)));
  return promise;
}
