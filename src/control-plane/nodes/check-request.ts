import { namePattern, nameRule } from '../../contract/names.ts';
import type { NodeUpdateInput } from '../../contract/types.generated.ts';
import { databaseErrorOf } from '../platform/database/database.ts';
import { domainError, invalidInput } from '../platform/input/errors.ts';

/** Checks what a creation or an update requests. Throws `invalid_input`. */
export function checkRequest(data: Omit<NodeUpdateInput, 'resources'>): void {
  const { name, desiredState, overrides, setOverrides, unsetOverrides } = data;
  const refuse = (field: string, message: string) => invalidInput([{ path: ['data', field], message }]);
  if (name != null && !namePattern.test(name)) throw refuse('name', nameRule);
  if (desiredState === 'deleted')
    throw refuse('desiredState', 'must be running or stopped; to delete a node use deleteNode');
  if (overrides != null && (setOverrides != null || unsetOverrides != null))
    throw refuse('overrides', 'replaces all overrides; use either it, or setOverrides and unsetOverrides');
}

/** Throws `name_taken`. The unique index decides, so that only one of two concurrent requests wins. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = databaseErrorOf(error);
    if (code !== '23505' || constraint !== 'node_name') throw error;
    throw nameTaken(name);
  }
}

export const nameTaken = (name: string) =>
  domainError('name_taken', `another node of this organization is called ${name}; choose another name`);
