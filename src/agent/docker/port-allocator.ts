import { createServer } from 'node:net';
import { type Network, networkFacts } from '../../bitcoin/network.ts';

export interface NodePorts {
  rpc: number;
  p2p: number;
}

/** What the choice of a port depends on. */
export interface PortSurroundings {
  /** The ports that containers publish, or that other nodes were given. */
  taken(): Promise<ReadonlySet<number>>;
  /** Whether something on this host listens there. */
  inUse(port: number): Promise<boolean>;
  range: { from: number; to: number };
}

/** Gives out host ports, one node at a time, so that two nodes never get the same. */
export class PortGiver {
  readonly #surroundings: PortSurroundings;
  readonly #refused = new Set<number>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(surroundings: PortSurroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * Gives the network's default ports where they are free, else the next free ones of the range. `keep` writes them down where `taken`
   * finds them, before anyone else is given any. Throws when the range is used up.
   */
  give(network: Network, keep: (ports: NodePorts) => void): Promise<void> {
    const given = this.#queue.then(async () => keep(await this.#choose(network)));
    this.#queue = given.catch(() => undefined);
    return given;
  }

  /** The engine could not publish one of these, although they looked free: as long as this agent runs, nobody is given them. */
  refuse({ rpc, p2p }: NodePorts): void {
    this.#refused.add(rpc).add(p2p);
  }

  async #choose(network: Network): Promise<NodePorts> {
    const taken = await this.#surroundings.taken();
    const { rpcPort, p2pPort } = networkFacts(network);
    const rpc = await this.#free(rpcPort, taken);
    return { rpc, p2p: await this.#free(p2pPort, new Set([...taken, rpc])) };
  }

  async #free(preferred: number, taken: ReadonlySet<number>): Promise<number> {
    const { from, to } = this.#surroundings.range;
    for (let port = preferred; ; port = port === preferred ? from : port + 1) {
      if (port !== preferred && port > to) {
        throw new Error(`no port between ${from} and ${to} is free; widen port_range in the agent’s configuration`);
      }
      if (!this.#refused.has(port) && !taken.has(port) && !(await this.#surroundings.inUse(port))) return port;
    }
  }
}

/** Whether anything listens on a port of this host, asked by trying to listen there. */
export function isPortInUse(port: number, address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(true));
  server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(false)));
  return promise;
}
