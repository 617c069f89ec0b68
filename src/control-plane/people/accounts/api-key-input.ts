import { z } from 'zod';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { ApiKeyCreateInput } from '../../../contract/types.generated.ts';
import { printable } from '../../../text/printable.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { KeyPurpose } from '../../tables/accounts.ts';

/** The name of a key, without the spaces around it. */
export const keyName = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,63}$/u, 'must have 1 to 63 characters, and no control characters')
  .max(63)
  .refine(
    (name) => printable(name) === name,
    'must have no invisible characters, and none that change the direction of text',
  );

const maxLifeYears = 10;

/** What a person asks for when they make a key. */
export interface KeyWish {
  name: string;
  purpose: KeyPurpose;
  /** Null for a key without an end. */
  expiresAt: Date | null;
  /** The only executor that the key may speak for; null for the first one that uses it, and for a personal key. */
  executorName: string | null;
}

/** Checks a key to make. Throws `invalid_input`, which names every fault. */
export function keyWish(input: ApiKeyCreateInput, now = Date.now()): KeyWish {
  const issues: Issue[] = [];
  const fault = (field: keyof ApiKeyCreateInput, message: string) => issues.push({ path: ['input', field], message });
  const name = keyName.safeParse(input.name);
  if (name.error !== undefined) for (const { message } of name.error.issues) fault('name', message);
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  if (expiresAt !== null && expiresAt.getTime() <= now) fault('expiresAt', 'must be in the future');
  if (expiresAt !== null && expiresAt.getTime() > now + maxLifeYears * 366 * 86_400_000)
    fault('expiresAt', `must be within ${maxLifeYears} years; leave it out for a key without an end`);
  const executorName = input.executorName ?? null;
  if (executorName !== null && input.purpose !== 'executor')
    fault('executorName', 'is for keys of executors only; leave it out');
  else if (executorName !== null && !namePattern.test(executorName)) fault('executorName', nameRule);
  if (issues.length > 0) throw invalidInput(issues);
  return { name: name.data ?? '', purpose: input.purpose, expiresAt, executorName };
}
