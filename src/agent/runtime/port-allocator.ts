import { createServer } from 'node:net';
import pLimit from 'p-limit';
import { type Network, networkFacts } from '../../bitcoin/network.ts';
import { type ZmqTopic, zmqPort } from '../../bitcoin/zmq.ts';
import { NoFreePort } from './runtime-error.ts';
import type { ZmqPorts } from './workload.ts';

type Use = 'node' | 'zmq';

export interface PortAllocatorOptions {
  /** The ports published by containers or assigned to other nodes. */
  taken(): Promise<ReadonlySet<number>>;
  /** Whether something listens at an address of this host. Throws NoFreePort if this host has no such address. */
  inUse(port: number, address: string): Promise<boolean>;
  /** The addresses where a port must be free: RPC and P2P, and ZeroMQ. */
  addresses: Readonly<Record<Use, readonly string[]>>;
  range: { from: number; to: number };
}

export type PortAllocator = ReturnType<typeof portAllocator>;

/** Allocates host ports one node at a time, so that two nodes never get the same. */
export function portAllocator({ taken: readTaken, inUse, addresses, range: { from, to } }: PortAllocatorOptions) {
  const rejected = new Set<number>();
  const oneAtATime = pLimit(1);
  const isInUse = async (port: number, use: Use): Promise<boolean> => {
    for (const address of addresses[use]) if (await inUse(port, address)) return true;
    return false;
  };
  const findFree = async (preferred: number, taken: ReadonlySet<number>, use: Use): Promise<number> => {
    for (const port of [preferred, ...Array.from({ length: to - from + 1 }, (_, index) => from + index)]) {
      if (!rejected.has(port) && !taken.has(port) && !(await isInUse(port, use))) return port;
    }
    throw new NoFreePort(`no free port between ${from} and ${to}; widen port_range in the agent’s configuration`);
  };
  return {
    /**
     * Chooses the network's default ports if they are free, else the next free ones of the range. `keep` stores them
     * before another node can get them. Throws NoFreePort when the range is used up.
     */
    allocate: (network: Network, keep: (ports: { rpc: number; p2p: number }) => void): Promise<void> =>
      oneAtATime(async () => {
        const taken = new Set(await readTaken());
        const { rpcPort, p2pPort } = networkFacts(network);
        const rpc = await findFree(rpcPort, taken, 'node');
        keep({ rpc, p2p: await findFree(p2pPort, taken.add(rpc), 'node') });
      }),
    /** The same for ZeroMQ topics. Without topics, only checks that this host has the ZeroMQ address. */
    allocateZmq: (topics: readonly ZmqTopic[], keep: (ports: ZmqPorts) => void): Promise<void> =>
      oneAtATime(async () => {
        // Any port works: only the address is checked.
        await isInUse(0, 'zmq');
        const taken = new Set(topics.length === 0 ? [] : await readTaken());
        const ports: ZmqPorts = {};
        for (const topic of topics) {
          ports[topic] = await findFree(zmqPort(topic), taken, 'zmq');
          taken.add(ports[topic]);
        }
        keep(ports);
      }),
    /** Excludes ports that the engine failed to publish although they looked free, for the lifetime of this agent. */
    reject(ports: readonly number[]): void {
      for (const port of ports) rejected.add(port);
    },
  };
}

/** Tries to listen on a port of this host. Throws NoFreePort for an address that this host does not have. */
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
