import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes. Bitcoin hashes most things twice. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
