import { createHash, randomBytes } from 'node:crypto';

/** A secret that a link carries to one person. Only its hash is stored. */
export interface LinkToken {
  token: string;
  hash: string;
}

/** The kind stands in the token's text, so that people and secret scanners recognise it. */
export function newLinkToken(kind: 'invitation' | 'password'): LinkToken {
  const token = `satrap_${kind === 'invitation' ? 'i' : 'r'}_${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashLinkToken(token) };
}

export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Returns the link that opens a page of the console. The token stands where no server and no log sees it. */
export const linkOf = (publicUrl: string | undefined, page: string, token: string): string | null =>
  publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}/${page}#token=${token}`;
