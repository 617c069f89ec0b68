import { sha256 } from './sha256.ts';

/**
 * The bytes before each block and message of a signet, in hexadecimal: the first four of the double SHA-256 of the
 * challenge with its length before it (SigNetParams in src/kernel/chainparams.cpp).
 */
export function signetMagic(challenge: string): string {
  const script = Buffer.from(challenge, 'hex');
  return sha256(sha256(Buffer.concat([compactSize(script.length), script]))).toString('hex', 0, 4);
}

/** A length as bitcoind serializes it (WriteCompactSize in src/serialize.h), below 65,536. */
function compactSize(length: number): Buffer {
  if (length < 0xfd) return Buffer.from([length]);
  const bytes = Buffer.from([0xfd, 0, 0]);
  bytes.writeUInt16LE(length, 1);
  return bytes;
}
