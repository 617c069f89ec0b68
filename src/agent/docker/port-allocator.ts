import { createServer } from 'node:net';
import pLimit from 'p-limit';
import { type Network, networkFacts } from '../../bitcoin/network.ts';
import { type ZmqTopic, zmqPort } from '../../bitcoin/zmq.ts';
import { NoFreePort } from '../runtime/runtime-error.ts';
import type { ZmqPorts } from '../runtime/workload.ts';

export interface NodePorts {
  rpc: number;
  p2p: number;
}

/** What the choice of a port depends on. */
export interface PortAllocatorOptions {
  /** The ports that containers publish, or that other nodes were given. */
  taken(): Promise<ReadonlySet<number>>;
  /** Whether something listens at an address of this host. Throws NoFreePort where this host has no such address. */
  inUse(port: number, address: string): Promise<boolean>;
  /** The addresses of this host that a port must be free at: RPC and peer-to-peer, and ZeroMQ. */
  addresses: { node: readonly string[]; zmq: readonly string[] };
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
   * them, before any other node is given some. Throws NoFreePort when the range is used up.
   */
  allocate(network: Network, keep: (ports: NodePorts) => void): Promise<void> {
    return this.#oneAtATime(async () => keep(await this.#choose(network)));
  }

  /** The same for topics that are published over ZeroMQ. Without any, it only sees whether this host has the operator's address for them. */
  allocateZmq(topics: readonly ZmqTopic[], keep: (ports: ZmqPorts) => void): Promise<void> {
    return this.#oneAtATime(async () => {
      // Any port would do: it is the address that counts.
      await this.#isInUse(0, this.#options.addresses.zmq);
      const taken = new Set(topics.length === 0 ? [] : await this.#options.taken());
      const ports: ZmqPorts = {};
      for (const topic of topics) {
        const port = await this.#findFree(zmqPort(topic), taken, this.#options.addresses.zmq);
        taken.add(port);
        ports[topic] = port;
      }
      keep(ports);
    });
  }

  /** The engine could not publish these ports although they looked free: no node is given them while this agent runs. */
  reject(ports: readonly number[]): void {
    for (const port of ports) this.#rejected.add(port);
  }

  async #choose(network: Network): Promise<NodePorts> {
    const { taken: readTaken, addresses } = this.#options;
    const taken = await readTaken();
    const { rpcPort, p2pPort } = networkFacts(network);
    const rpc = await this.#findFree(rpcPort, taken, addresses.node);
    return { rpc, p2p: await this.#findFree(p2pPort, new Set([...taken, rpc]), addresses.node) };
  }

  async #findFree(preferred: number, taken: ReadonlySet<number>, addresses: readonly string[]): Promise<number> {
    const { from, to } = this.#options.range;
    for (let port = preferred; ; port = port === preferred ? from : port + 1) {
      if (port !== preferred && port > to) {
        throw new NoFreePort(
          `no port between ${from} and ${to} is free; widen port_range in the agent’s configuration`,
        );
      }
      if (!this.#rejected.has(port) && !taken.has(port) && !(await this.#isInUse(port, addresses))) return port;
    }
  }

  async #isInUse(port: number, addresses: readonly string[]): Promise<boolean> {
    for (const address of addresses) if (await this.#options.inUse(port, address)) return true;
    return false;
  }
}

/**
 * Returns whether anything listens on a port of this host, by trying to listen there. Throws NoFreePort for an address that this host does not
 * have: no other port would do.
 */
export function isPortInUse(port: number, address: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EADDRNOTAVAIL') reject(new NoFreePort(notOurs(address)));
    else resolve(true);
  });
  server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(false)));
  return promise;
}

const notOurs = (address: string): string =>
  `this host has no address ${address}; correct bind_address, p2p_bind_address or zmq_bind_address in the agent’s configuration`;
