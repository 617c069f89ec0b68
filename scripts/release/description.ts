import type { ExecutorReleaseCreateInput } from '../../src/contract/types.generated.ts';
import type { Platform } from './runtime.ts';

/** A signed archive. */
export interface SignedArchive {
  platform: Platform;
  /** File name. */
  file: string;
  sizeBytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Text of the minisign file. */
  signature: string;
}

export interface Described {
  version: string;
  channel: string;
  notes: string;
  /** The lowest version that can be upgraded; undefined for any. */
  lowestVersion?: string | undefined;
  /** URL of the folder that will serve the files, such as `https://releases.example.com/1.4.0`. */
  url: string;
  archives: readonly SignedArchive[];
}

/** Returns a release's catalog entry, for `satrap releases create` and the console. */
export const describeRelease = ({ url, archives, lowestVersion, ...rest }: Described): ExecutorReleaseCreateInput => ({
  ...rest,
  ...(lowestVersion === undefined ? {} : { lowestVersion }),
  artifacts: archives.map(({ file, ...archive }) => ({ ...archive, url: `${url.replace(/\/+$/, '')}/${file}` })),
});
