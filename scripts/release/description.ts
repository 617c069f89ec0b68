import type { ExecutorReleaseCreateInput } from '../../src/contract/types.generated.ts';
import type { Platform } from './runtime.ts';

/** An archive that was made and signed. */
export interface SignedArchive {
  platform: Platform;
  /** The name of its file. */
  file: string;
  sizeBytes: number;
  /** In lower-case hexadecimal digits. */
  sha256: string;
  /** The text of its minisign file. */
  signature: string;
}

export interface Described {
  version: string;
  channel: string;
  notes: string;
  /** The lowest version that can be upgraded to it; undefined where every one can. */
  lowestVersion?: string | undefined;
  /** The address under which the files will lie, such as `https://releases.example.com/1.4.0`. */
  url: string;
  archives: readonly SignedArchive[];
}

/** Returns the description of a release for the catalog: for `satrap releases create`, and for the console. Pure. */
export const describeRelease = ({ url, archives, lowestVersion, ...rest }: Described): ExecutorReleaseCreateInput => ({
  ...rest,
  ...(lowestVersion === undefined ? {} : { lowestVersion }),
  artifacts: archives.map(({ file, ...archive }) => ({ ...archive, url: `${url.replace(/\/+$/, '')}/${file}` })),
});
