import DataLoader from 'dataloader';
import { inArray } from '../database/drizzle.ts';
import type { RequestContext } from '../request/context.ts';
import { user } from './tables.ts';

/** Loads the e-mail addresses of the people that keys act for; those of one list in one statement. */
export const ownerLoader = ({ database }: Pick<RequestContext, 'database'>): DataLoader<string, string | null> =>
  new DataLoader(async (userIds) => {
    const rows = await database
      .select({ id: user.id, email: user.email })
      .from(user)
      .where(inArray(user.id, [...userIds]));
    const byId = new Map(rows.map(({ id, email }) => [id, email]));
    return userIds.map((id) => byId.get(id) ?? null);
  });
