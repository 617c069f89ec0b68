import { majorOf } from './clients/versions.ts';

/** What is known of the chain data of a node, and with it which versions of bitcoind read it. */
export interface DataFormat {
  /** The version that opened the data directory first; null where that is not known. */
  begunWith: string | null;
  /** Whether the block files are obfuscated, as `blocks/xor.dat` says; null where that file is missing or was not read. */
  obfuscated: boolean | null;
}

/**
 * From this version on bitcoind obfuscates the block files of a data directory that it begins (`blocksxor`). It goes on with plain files where
 * an earlier version began. Earlier versions do not know of it, and call such block files corrupted.
 */
const firstObfuscatedMajor = 28;

/** Returns whether a version reads the data of every version that is known: then nothing needs to be known of the data. Pure. */
export const readsAllData = (clientVersion: string): boolean => !(majorOf(clientVersion) < firstObfuscatedMajor);

/** Returns whether a version of bitcoind can read chain data. What is not known counts as readable. Pure. */
export function canRead({ begunWith, obfuscated }: DataFormat, clientVersion: string): boolean {
  if (readsAllData(clientVersion)) return true;
  // The files themselves know best: a version that failed before its first block has begun nothing.
  if (obfuscated !== null) return !obfuscated;
  return begunWith === null || majorOf(begunWith) < firstObfuscatedMajor;
}

/** Returns why a version cannot read chain data, and what to do; null where it can. Pure. */
export function whyUnreadable(data: DataFormat, clientVersion: string): string | null {
  if (canRead(data, clientVersion)) return null;
  const maker =
    data.begunWith === null || majorOf(data.begunWith) < firstObfuscatedMajor
      ? `${firstObfuscatedMajor}.0 or later`
      : data.begunWith;
  return (
    `bitcoind ${clientVersion} cannot read this node’s chain data: ${maker} began it, and versions from ` +
    `${firstObfuscatedMajor}.0 on write block files in a form that earlier ones call corrupted although nothing is damaged; ` +
    `choose version ${firstObfuscatedMajor}.0 or later, or create another node with ${clientVersion}`
  );
}
