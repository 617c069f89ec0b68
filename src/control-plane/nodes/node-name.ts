import { namePattern, nameRule } from '../../contract/names.ts';
import { databaseErrorOf } from '../platform/database/database.ts';
import { domainError, invalidInput } from '../platform/input/errors.ts';

/** Throws `invalid_input`. */
export function checkName(name: string): void {
  if (!namePattern.test(name)) throw invalidInput([{ path: ['data', 'name'], message: nameRule }]);
}

/** Throws `name_taken` when the work violates the uniqueness of names. The database decides, so that two requests at once cannot both win. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = databaseErrorOf(error);
    if (code !== '23505' || constraint !== 'node_name') throw error;
    throw domainError('name_taken', `another node of this organization is called ${name}; choose another name`);
  }
}
