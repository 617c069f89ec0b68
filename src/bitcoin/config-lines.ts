import { createHash } from 'node:crypto';
import { platformLines } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

/** One setting of a daemon, rendered. */
export interface ConfigLine {
  key: string;
  value: string;
}

/** What a node's daemon runs with on every host. Its executor adds data directory, addresses, ports and RPC credentials. */
export const configLines = (config: NodeConfig): ConfigLine[] => [
  ...platformLines(config),
  ...nodeSettings(config).map(({ key, value }) => ({ key, value })),
];

/** SHA-256 in hex of the lines in their order, each as `key=value` and a line feed. Executors of others compute it too: never change it. */
export const configHash = (lines: readonly ConfigLine[]): string =>
  createHash('sha256')
    .update(lines.map(({ key, value }) => `${key}=${value}\n`).join(''))
    .digest('hex');
