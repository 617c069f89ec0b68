import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { publicKeyText, type SecretKey } from '../../scripts/release/sign.ts';

export interface TestSigningKey extends SecretKey {
  publicText: string;
}

export function makeSigningKey(): TestSigningKey {
  const secret = { id: randomBytes(8).toString('hex'), key: generateKeyPairSync('ed25519').privateKey };
  return { ...secret, publicText: publicKeyText(secret) };
}
