import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConfigOverride, NodeConfig } from '../../src/bitcoin/node-config.ts';
import { rpcAuth } from '../../src/bitcoin/rpc-auth.ts';

/** The stand-in daemon: what it accepts and rejects is real. */
export const standIn = '/usr/lib/litecoin/litecoind';

export const template = readFileSync(join(import.meta.dirname, '../../templates/bitcoin.conf'), 'utf8');

export const configWith = (overrides: readonly ConfigOverride[], more: Partial<NodeConfig> = {}): NodeConfig => ({
  ...{ network: 'regtest', client: 'bitcoind', clientVersion: '28.1', nodeType: 'full' },
  ...{ resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 5 }, overrides },
  ...more,
});

export const override = (key: string, value: string): ConfigOverride => ({ key, value });

export const credentials = {
  platformRpcAuths: [rpcAuth('satrap', 'platform', 'aa')],
  agentRpcAuth: rpcAuth('satrap-agent', 'agent', 'bb'),
  agentUser: 'satrap-agent',
  agentRpcWhitelist: ['getblockchaininfo', 'uptime'],
};
