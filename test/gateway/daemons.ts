import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rpcAuth } from '../../src/bitcoin/rpc-auth.ts';
import { gatewayRpcWhitelist } from '../../src/bitcoin/rpc-methods.ts';
import type { MemberConfig } from '../../src/gateway/config.ts';
import { Daemon } from '../agent/monitor/daemon.ts';

/** A daemon with the gateway's user, as a new container has it, which logs every call. */
export interface MemberDaemon {
  daemon: Daemon;
  member: MemberConfig;
  /** The methods that the gateway's user has called so far. */
  calls(): string[];
}

/** Creates and starts daemons, whose logs are in `folder`. They are not connected. */
export async function memberDaemons(folder: string, ...names: readonly string[]): Promise<MemberDaemon[]> {
  return Promise.all(
    names.map(async (name) => {
      const password = randomBytes(16).toString('hex');
      const logFile = join(folder, `${name}.log`);
      const daemon = await Daemon.make([
        `rpcauth=${rpcAuth('gateway', password, 'salt')}`,
        `rpcwhitelist=gateway:${gatewayRpcWhitelist.join(',')}`,
        ...['acceptnonstdtxn=1', 'debug=rpc', `debuglogfile=${logFile}`],
      ]);
      await daemon.start();
      const member: MemberConfig = {
        ...{ nodeId: name, name, url: `http://127.0.0.1:${daemon.endpoint.port}`, user: 'gateway', password },
        startedWithGatewayUser: true,
      };
      return { daemon, member, calls: () => callsIn(readFileSync(logFile, 'utf8')) };
    }),
  );
}

const callsIn = (log: string): string[] =>
  [...log.matchAll(/ThreadRPCServer method=(\S*) user=gateway/g)].map(([, method = '']) => method);

/** Gives blocks of one daemon to others, oldest first. */
export async function share(from: Daemon, hashes: readonly string[], ...to: readonly Daemon[]): Promise<void> {
  for (const hash of hashes) {
    const { result } = await from.ask('getblock', [hash, 0]);
    for (const daemon of to) await daemon.ask('submitblock', [result]);
  }
}
