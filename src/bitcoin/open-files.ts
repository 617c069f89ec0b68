import type { ConfigOverride } from './node-config.ts';

/** That of Bitcoin Core since 32; earlier versions have 125. */
const defaultConnections = 200;
const leastDefaultConnections = 125;

/**
 * What bitcoind reserves besides its peers: 150 for databases and RPC, 8 for peers of `addnode`, one per bound address,
 * one for a capture of messages (src/init.cpp, AppInitParameterInteraction). With fewer open files it lowers
 * `maxconnections`, and with fewer than the reserve it does not start.
 */
const reserve = 160;

/** Clients of RPC and ZeroMQ, of which bitcoind takes no account. */
const clients = 1024;

/** The kernel’s own hard limit for a process, which every engine can give without a privilege. */
const least = 4096;

/** The kernel’s default of fs.nr_open, above which no process may have a limit. */
const most = 1_048_576;

/** The number of peers that a configuration asks for: the largest of its sections. */
const connectionsOf = (overrides: readonly ConfigOverride[], byDefault = defaultConnections): number =>
  Math.max(
    ...overrides
      .filter(({ key }) => key.split('.').at(-1) === 'maxconnections')
      .map(({ value }) => Number(value))
      .filter((count) => Number.isFinite(count)),
    0,
  ) || byDefault;

/** The limit of open files without which bitcoind lowers `maxconnections`. */
export const requiredOpenFiles = (overrides: readonly ConfigOverride[]): number => connectionsOf(overrides) + reserve;

/**
 * The limit of open files of a node's container. It is requested explicitly: without a request, a container gets that of
 * the engine's service, or of its `default-ulimits`, which may be too low for the node.
 */
export const containerOpenFiles = (overrides: readonly ConfigOverride[]): number =>
  Math.min(most, Math.max(least, requiredOpenFiles(overrides) + clients));

/**
 * The `maxconnections` that a configuration asks for, and about what a daemon with this limit of open files took instead;
 * null if it took what was asked.
 */
export function loweredConnections(
  overrides: readonly ConfigOverride[],
  openFiles: number,
): { asked: number; taken: number } | null {
  const asked = connectionsOf(overrides, leastDefaultConnections);
  const taken = Math.max(0, openFiles - reserve);
  return taken < asked ? { asked, taken } : null;
}

/** What a daemon lowered `maxconnections` to, by the first lines of its log (src/init.cpp); null if it did not. */
export function loweredByLog(lines: readonly string[]): number | null {
  for (const line of lines) {
    const taken = /Reducing -maxconnections from \d{1,9} to (\d{1,9}),/.exec(line)?.[1];
    if (taken !== undefined) return Number(taken);
  }
  return null;
}
