import { z } from 'zod';
import { maxPasswordLength, minPasswordLength } from '../../../contract/limits.ts';
import { type Issue, invalidInput } from './errors.ts';

const maxEmailLength = 254;

const rules = {
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(maxEmailLength, `must be at most ${maxEmailLength} characters`)
    .pipe(z.email('must be an email address')),
  name: z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,63}$/u, 'must be 1 to 63 characters, without control characters'),
  password: z
    .string()
    .min(minPasswordLength, `must be at least ${minPasswordLength} characters; several words are easy to remember`)
    .max(maxPasswordLength, `must be at most ${maxPasswordLength} characters`),
};

/** Validates a person's input; `paths` locates each value. Throws `invalid_input` with every fault. */
export function readPerson<F extends keyof typeof rules>(
  values: Record<F, string>,
  paths: Record<F, readonly string[]>,
): Record<F, string> {
  const issues: Issue[] = [];
  const read = (Object.keys(values) as F[]).map((field) => {
    const { data, error } = rules[field].safeParse(values[field]);
    const [fault] = error?.issues ?? [];
    if (fault !== undefined) issues.push({ path: paths[field], message: fault.message });
    return [field, data ?? ''] as const;
  });
  if (issues.length > 0) throw invalidInput(issues);
  return Object.fromEntries(read) as Record<F, string>;
}

export const readEmail = (email: string, path: readonly string[]): string =>
  readPerson({ email }, { email: path }).email;

export const readNewPassword = (password: string, path: readonly string[]): string =>
  readPerson({ password }, { password: path }).password;
