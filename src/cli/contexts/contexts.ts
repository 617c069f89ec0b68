import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';

const text = z.string().min(1);
/** A control plane that a person is signed in to: its GraphQL endpoint, and a personal API key. */
const context = z.object({ url: text, key: text, keyId: text, organization: text, email: text });
/** `current`: the current context's name; null without any. */
const shape = z.object({ current: text.nullable(), contexts: z.readonly(z.record(text, context)) });

export type Context = z.infer<typeof context>;
export type Contexts = z.infer<typeof shape>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The file with a user's contexts, following the XDG base directory specification. */
const contextsFile = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'satrap', 'contexts.json');

/** Reads the contexts, if any. Throws CommandError for a damaged file, or one that others can read. */
export function readContexts(env: Environment): Contexts {
  const path = contextsFile(env);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { current: null, contexts: {} };
  if ((stats.mode & 0o077) !== 0)
    throw new CommandError(`others can read ${path}, which holds API keys; run: chmod 600 ${path}`);
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it holds no contexts' : errorMessage(error);
    throw new CommandError(`cannot read ${path}: ${reason}; remove it and sign in again: satrap login URL`);
  }
}

/** Stores the contexts in a file and folder that only the user can read. */
export function writeContexts(env: Environment, contexts: Contexts): void {
  const path = contextsFile(env);
  try {
    if (Object.keys(contexts.contexts).length === 0) {
      rmSync(path, { force: true });
      return;
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writePrivateFile(path, `${JSON.stringify(contexts, null, 2)}\n`);
  } catch (error) {
    throw new CommandError(`cannot write ${path}: ${errorMessage(error)}`);
  }
}

/** Adds a context and makes it current. */
export const withContext = ({ contexts }: Contexts, name: string, context: Context): Contexts => ({
  current: name,
  contexts: { ...contexts, [name]: context },
});

/** Removes a context. If it was current, another one becomes current. */
export function withoutContext({ current, contexts }: Contexts, name: string): Contexts {
  const { [name]: _removed, ...others } = contexts;
  return { current: current === name ? (Object.keys(others)[0] ?? null) : current, contexts: others };
}

/** Returns a context and its name; without a name, the current one. Throws CommandError. */
export function requireContext({ current, contexts }: Contexts, name: string | null = current): [string, Context] {
  const context = name === null ? undefined : contexts[name];
  if (name !== null && context !== undefined) return [name, context];
  throw new CommandError(
    name === null
      ? 'not signed in; sign in with: satrap login URL'
      : `no context named ${name}; see: satrap context list`,
    name === null ? 'not_signed_in' : 'not_found',
  );
}
