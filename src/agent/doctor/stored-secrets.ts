import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asUser, userOf } from '../../storage/as-user.ts';
import { errorMessage } from '../../text/error-message.ts';
import { storePath } from '../store/database.ts';

/** Returns the passwords and hashes in an agent's store, of any version. Never throws: the store may be damaged. */
export function storedSecrets(dataDir: string): { secrets: string[]; fault: string | null } {
  const path = storePath(dataDir);
  if (!existsSync(path)) return { secrets: [], fault: null };
  try {
    return { secrets: asUser(userOf(dataDir), () => readSecrets(path)), fault: null };
  } catch (error) {
    return { secrets: [], fault: errorMessage(error) };
  }
}

function readSecrets(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const rows = database
      .prepare(
        `SELECT document ->> '$.agentRpc.password' AS password, document ->> '$.agentRpc.salt' AS salt FROM node_memory`,
      )
      .all();
    return rows.flatMap(({ password, salt }) => [password, salt].filter((value) => typeof value === 'string'));
  } finally {
    database.close();
  }
}
