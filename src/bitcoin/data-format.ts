import { majorOf } from './clients/versions.ts';

/** The known format of a node's chain data, which determines the versions of bitcoind that can read it. */
export interface DataFormat {
  /** The version that created the data directory; null if unknown. */
  begunWith: string | null;
  /** Whether the block files are obfuscated (`blocks/xor.dat`); null if that file is missing or was not read. */
  obfuscated: boolean | null;
}

/**
 * From this version on, bitcoind obfuscates the block files of new data directories (`blocksxor`). It keeps plain files
 * if an earlier version created them. Earlier versions report obfuscated block files as corrupted.
 */
const firstObfuscatedMajor = 28;

/** Returns whether a version reads the data of every known version, so that the format does not matter. */
export const readsAllData = (clientVersion: string): boolean => !(majorOf(clientVersion) < firstObfuscatedMajor);

/** Returns whether a version of bitcoind can read chain data. An unknown format counts as readable. */
export function canRead({ begunWith, obfuscated }: DataFormat, clientVersion: string): boolean {
  if (readsAllData(clientVersion)) return true;
  // The files are authoritative: a version that failed before its first block created none.
  if (obfuscated !== null) return !obfuscated;
  return begunWith === null || majorOf(begunWith) < firstObfuscatedMajor;
}

/** Returns why a version cannot read chain data, and what to do; null if it can. */
export function whyUnreadable(data: DataFormat, clientVersion: string): string | null {
  if (canRead(data, clientVersion)) return null;
  const maker =
    data.begunWith === null || majorOf(data.begunWith) < firstObfuscatedMajor
      ? `${firstObfuscatedMajor}.0 or later`
      : data.begunWith;
  return (
    `bitcoind ${clientVersion} cannot read this node’s chain data: it was created by ${maker}, and versions from ` +
    `${firstObfuscatedMajor}.0 on write block files in a format that earlier ones report as corrupted although nothing is damaged; ` +
    `choose version ${firstObfuscatedMajor}.0 or later, or create another node with ${clientVersion}`
  );
}
