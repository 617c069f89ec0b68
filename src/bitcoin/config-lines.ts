import { createHash } from 'node:crypto';
import { platformLines } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

/** One rendered setting of a daemon. */
export interface ConfigLine {
  key: string;
  value: string;
}

/**
 * The lines that a node's daemon has on every host. Its executor adds data directory, addresses, ports and RPC
 * credentials.
 */
export const configLines = (config: NodeConfig): ConfigLine[] => [
  ...platformLines(config),
  ...nodeSettings(config).map(({ key, value }) => ({ key, value })),
];

/**
 * SHA-256 in hex of the lines in order, each as `key=value` and a line feed. Third-party executors compute it too:
 * never change it.
 */
export const configHash = (lines: readonly ConfigLine[]): string =>
  createHash('sha256')
    .update(lines.map(({ key, value }) => `${key}=${value}\n`).join(''))
    .digest('hex');
