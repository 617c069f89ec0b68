import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/drizzle.ts';
import { user, verification } from '../../tables/accounts.ts';

/** A secret in a link to one person. Only its hash is stored. */
export interface LinkToken {
  token: string;
  hash: string;
}

/** The token's text names its kind, so that people and secret scanners recognise it. */
export function newLinkToken(kind: 'invitation' | 'password'): LinkToken {
  const token = `satrap_${kind === 'invitation' ? 'i' : 'r'}_${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashLinkToken(token) };
}

export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

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
