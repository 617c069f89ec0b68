import { CommandError } from '../command-error.ts';
import { readText } from '../prompt.ts';
import type { Change, SecretFrom } from './change.ts';

/** Throws CommandError. */
export function readSecretFrom({ env = '', file }: SecretFrom): string {
  const place = file ?? `the environment variable ${env}`;
  const secret = (file === undefined ? (process.env[env] ?? '') : textOf(file)).trim();
  if (secret === '') throw new CommandError(`${place} has no secret`);
  if (!/^[\x21-\x7e]{1,2000}$/.test(secret))
    throw new CommandError(`${place} must have one line of letters and digits`);
  return secret;
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    // Usage has the exit code of a difference.
    throw error instanceof CommandError ? new CommandError(error.message) : error;
  }
}

/** Refuses the changes whose secret cannot be read, before anything is changed. */
export const withReadableSecrets = (changes: readonly Change[]): Change[] =>
  changes.map((change) => {
    const from = change.request?.secrets?.read?.from;
    if (from === undefined) return change;
    try {
      readSecretFrom(from);
      return change;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { ...change, refusals: [...change.refusals, { path: ['secretFrom'], message: error.message }] };
    }
  });

/** Returns the variables of a channel's request with its secret. Throws CommandError. */
export const withSecret = ({ variables, secrets }: NonNullable<Change['request']>): object =>
  secrets?.read === undefined
    ? variables
    : {
        ...variables,
        data: { ...Object(Object(variables).data), [secrets.read.field]: readSecretFrom(secrets.read.from) },
      };
