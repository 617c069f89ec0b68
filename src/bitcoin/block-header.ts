import { sha256 } from './sha256.ts';

/** What a block's header states. Hashes are written as daemons write them. */
export interface BlockHeader {
  hash: string;
  previousHash: string;
  merkleRoot: string;
  /** The target in its compact form (nBits). */
  bits: number;
}

export const headerBytes = 80;

/** The previous block of a genesis block. */
export const noBlock = '0'.repeat(64);

export const doubleSha256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));

/** Writes a hash as daemons do: the last byte first. */
export const hashText = (bytes: Uint8Array): string => Buffer.from(bytes).reverse().toString('hex');

/** Reads a serialised header; null for another length. Nothing of it is checked. */
export function readBlockHeader(bytes: Buffer): BlockHeader | null {
  if (bytes.length !== headerBytes) return null;
  return {
    hash: hashText(doubleSha256(bytes)),
    previousHash: hashText(bytes.subarray(4, 36)),
    merkleRoot: hashText(bytes.subarray(36, 68)),
    bits: bytes.readUInt32LE(72),
  };
}

const limit = 1n << 256n;

/** Returns the number that a block's hash must not exceed; null for bits that are none (arith_uint256::SetCompact). */
export function targetOf(bits: number): bigint | null {
  const [exponent, mantissa] = [bits >>> 24, BigInt(bits & 0x7fffff)];
  const target = exponent <= 3 ? mantissa >> BigInt(8 * (3 - exponent)) : mantissa << BigInt(8 * (exponent - 3));
  const isNegative = (bits & 0x800000) !== 0;
  return isNegative || target === 0n || target >= limit ? null : target;
}

/** Returns the hashes that a block with this target takes on average (GetBlockProof in src/chain.cpp). */
export const workOf = (target: bigint): bigint => limit / (target + 1n);

/** Whether a block's hash is the proof of work that its target requires. */
export const isProofOfWork = (hash: string, target: bigint): boolean => BigInt(`0x${hash}`) <= target;
