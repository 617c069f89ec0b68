import { createHash, randomBytes } from 'node:crypto';
import { and, type Database, eq, sql } from '../../platform/database/database.ts';
import { user, verification } from '../../tables/accounts.ts';

const prefixes = {
  executor: 'satrap_x_',
  personal: 'satrap_p_',
  enrolment: 'satrap_e_',
  invitation: 'satrap_i_',
  password: 'satrap_r_',
} as const;
const startLength = 15;

/** Creates a secret: a prefix that names its kind, for people and secret scanners, and 256 or more random bits. */
export function newToken(kind: keyof typeof prefixes) {
  const prefix = prefixes[kind];
  const isLink = kind === 'invitation' || kind === 'password';
  const text = `${prefix}${randomBytes(isLink ? 32 : 36).toString('base64url')}`;
  return { text, prefix, start: text.slice(0, startLength), hash: hashToken(text) };
}

/** Whether a header claims the key of an agent; nobody has checked it. */
export const claimsAgent = (authorization: string | undefined): authorization is string =>
  authorization?.startsWith(`Bearer ${prefixes.executor}`) === true;

/** The stored form of a token. Tokens are random and long, so a plain hash is enough. */
export const hashToken = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns the link that opens a page of the console. The token is in the fragment, which no server or log sees. */
export const linkOf = (publicUrl: string | undefined, page: string, token: string): string | null =>
  publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}/${page}#token=${token}`;

export const resetIdentifierOf = (hash: string): string => `reset-password ${hash}`;

/**
 * Deletes a person's password reset links. Call it before the person gains rights: the creator of a link could act as
 * that person. Locks the person, so that no link is created meanwhile.
 */
export async function endResetLinks(transaction: Database, userId: string): Promise<void> {
  await transaction.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update');
  await transaction
    .delete(verification)
    .where(and(eq(verification.value, userId), sql`starts_with(${verification.identifier}, ${resetIdentifierOf('')})`));
}
