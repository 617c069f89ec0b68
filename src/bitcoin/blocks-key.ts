import type { Network } from './network.ts';
import type { ChainOfNode } from './network-name.ts';
import { sha256 } from './sha256.ts';
import { signetMagic } from './signet-magic.ts';

/** Bytes of `blocks/xor.dat`, the key that obfuscates the block files from 28.0 on (src/node/blockstorage.cpp). */
export const keyBytes = 8;

/** Of `blk00000.dat`: magic and length, then the header of the genesis block. */
const headerAt = 8;
export const firstBlockBytes = headerAt + 80;

/** The hash of a block whose predecessor is zero is at this offset, a multiple of the key’s length. */
const zerosAt = 16;

/** The hashes of the genesis blocks (src/kernel/chainparams.cpp). Every signet has the same, also a custom one. */
const genesisHashes: Readonly<Record<Network, string>> = {
  mainnet: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
};

/**
 * Recovers the key from the start of the first block file: the predecessor of the genesis block is all zeros, so the
 * obfuscated bytes there are the key itself. The hash of the header proves it. Null if the file does not begin with the
 * genesis block of the network. The result is all zeros for files that are not obfuscated.
 */
export function keyOfFirstBlock(start: Buffer, network: Network): Buffer | null {
  if (start.length < firstBlockBytes) return null;
  const key = Buffer.from(start.subarray(zerosAt, zerosAt + keyBytes));
  const header = start.subarray(headerAt, firstBlockBytes).map((byte, index) => byte ^ (key[index % keyBytes] ?? 0));
  const hash = sha256(sha256(header)).reverse().toString('hex');
  return hash === genesisHashes[network] ? key : null;
}

/** The magic bytes before each block (src/kernel/chainparams.cpp). */
const magics: Readonly<Record<Network, string>> = {
  mainnet: 'f9beb4d9',
  signet: '0a03cf40',
  testnet4: '1c163f28',
  regtest: 'fabfb5da',
};

/** The magic bytes of a chain: a custom signet has its own. */
const magicOf = ({ network, challenge }: ChainOfNode): string =>
  challenge === null ? magics[network] : signetMagic(challenge);

/** Of any block file: magic and length of its first block. */
export const blockFileBytes = 8;

/** A block has at least a header, and at most this many bytes (MAX_BLOCK_SERIALIZED_SIZE in src/consensus/consensus.h). */
const blockSizes = { min: 81, max: 4_000_000 };

/** Whether a block file that starts so was written with a key: only then it starts with a block of the chain. */
function isOfKey(start: Buffer, key: Buffer, chain: ChainOfNode): boolean {
  if (start.length < blockFileBytes) return false;
  const plain = Buffer.from(start.subarray(0, blockFileBytes).map((byte, index) => byte ^ (key[index] ?? 0)));
  const length = plain.readUInt32LE(4);
  return plain.toString('hex', 0, 4) === magicOf(chain) && length >= blockSizes.min && length <= blockSizes.max;
}

export interface KeyFacts {
  /** The content of `blocks/xor.dat`; null if it is missing. */
  file: Buffer | null;
  /** The start of `blk00000.dat`; null if it is missing, as on a pruned node. */
  firstBlock: Buffer | null;
  /** The start of the oldest block file that is left; null if it is unknown. */
  oldestBlock?: Buffer | null;
  /** Whether there is an index of blocks. */
  hasBlocks: boolean;
  /** The key at an earlier start; null if unknown. */
  recorded: Buffer | null;
}

/** Whether a file holds a key. A daemon that starts without the file writes zeros, if there are block files. */
export const isKey = (file: Buffer | null): boolean => file?.length === keyBytes && !isZero(file);

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** Returns the key to write to `blocks/xor.dat`; null if the file is right, or if nobody knows the key. */
export function lostKey(
  { file, firstBlock, oldestBlock = null, hasBlocks, recorded }: KeyFacts,
  chain: ChainOfNode,
): Buffer | null {
  // An existing key is never replaced.
  if (isKey(file)) return null;
  if (firstBlock !== null) {
    const key = keyOfFirstBlock(firstBlock, chain.network);
    return key === null || isZero(key) ? null : key;
  }
  if (recorded === null || !isKey(recorded)) return null;
  // Without the first block, zeros may be right: the blocks may have been downloaded again.
  if (oldestBlock !== null && isOfKey(oldestBlock, Buffer.alloc(keyBytes), chain)) return null;
  const isProven = oldestBlock !== null && isOfKey(oldestBlock, recorded, chain);
  return isProven || (file === null && hasBlocks) ? recorded : null;
}
