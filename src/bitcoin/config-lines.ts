import { createHash } from 'node:crypto';
import { platformLines } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

export interface ConfigLine {
  key: string;
  value: string;
}

/** The lines that a node's daemon has on every host. Paths, addresses, ports and credentials are its executor's. */
export const configLines = (config: NodeConfig): ConfigLine[] => [
  ...platformLines(config),
  ...nodeSettings(config).map(({ key, value }) => ({ key, value })),
];

/** SHA-256 in hex of the lines, each as `key=value` and a line feed. Never change it: other executors compute it. */
export const configHash = (lines: readonly ConfigLine[]): string =>
  createHash('sha256')
    .update(lines.map(({ key, value }) => `${key}=${value}\n`).join(''))
    .digest('hex');
