import { createHash, randomBytes } from 'node:crypto';
import type { KeyPurpose } from '../../tables/accounts.ts';

const prefixes = { executor: 'satrap_x_', personal: 'satrap_p_', enrolment: 'satrap_e_' } as const;
const startLength = 15;

export interface KeyText {
  text: string;
  prefix: string;
  start: string;
  hash: string;
}

/** Creates the text of a key: a prefix that names its purpose, and 288 random bits. */
export function newKeyText(purpose: KeyPurpose | 'enrolment'): KeyText {
  const prefix = prefixes[purpose];
  const text = `${prefix}${randomBytes(36).toString('base64url')}`;
  return { text, prefix, start: text.slice(0, startLength), hash: hashKey(text) };
}

/** The stored form of a key. Keys are random and long, so a plain hash is enough. */
export const hashKey = (text: string): string => createHash('sha256').update(text).digest('base64url');
