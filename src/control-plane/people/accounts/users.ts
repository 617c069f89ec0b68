import { type Database, eq, oneRow } from '../../platform/database/database.ts';
import { type UserRow, user } from '../../tables/accounts.ts';

export const readUser = async (database: Database, id: string): Promise<UserRow> =>
  oneRow(await database.select().from(user).where(eq(user.id, id)));
