import { hostname } from 'node:os';
import type { Command } from 'commander';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { CreateApiKeyDocument, WhoAmIDocument } from '../../contract/operations.generated.ts';
import { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { type Context, readContexts, withContext, writeContexts } from '../contexts/contexts.ts';
import { withAction } from '../define-command.ts';
import { keyFlag } from '../key-flag.ts';
import { option } from '../options.ts';
import { printLines } from '../output.ts';
import { ask, askSecret, readLines } from '../prompt.ts';
import { Session } from './session.ts';

export function register(command: Command): void {
  withAction(
    command.argument('<url>', 'control plane URL, such as https://satrap.example.com', endpointUrl),
    [
      keyFlag,
      option('--email <address>', 'your e-mail address'),
      option('--api-key-file <file>', 'use the personal key in this file instead of signing in'),
      option('--context <name>', 'name of the context (default: the URL’s host)'),
    ],
    login,
  ).addHelpText(
    'after',
    '\nWithout a terminal, standard input holds the password and, if needed, the second factor, each on a line.',
  );
}

async function login(
  { email, apiKeyFile, context: given }: { email?: string; apiKeyFile?: string; context?: string },
  url: string,
): Promise<void> {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new CommandError(`${url} is not an http or https URL`, 2);
  const contexts = readContexts(process.env);
  const name = given ?? new URL(url).host;
  if (contexts.contexts[name] !== undefined)
    throw new CommandError(
      `already signed in as ${name}; sign out first (satrap logout --context ${name}), or use another --context`,
    );
  const context = apiKeyFile === undefined ? await signIn(url, email) : await describeKey(url, apiKeyFile);
  writeContexts(process.env, withContext(contexts, name, context));
  printLines([`Signed in to ${url} as ${context.email}, for ${context.organization}. Sign out with: satrap logout`]);
}

/** Signs in, creates a key named after this machine, and ends the session. */
async function signIn(url: string, givenEmail: string | undefined): Promise<Context> {
  const isTerminal = process.stdin.isTTY;
  if (givenEmail === undefined && !isTerminal)
    throw new CommandError('no terminal to ask for your e-mail address; use --email', 2);
  const email = givenEmail ?? (await ask('E-mail: '));
  const [line = '', codeLine = ''] = isTerminal ? [] : await readLines();
  const password = isTerminal ? await askSecret('Password: ') : line;
  const session = new Session(url);
  await session.signIn(email, password, async () =>
    isTerminal ? askSecret('Code of your authenticator app, or a recovery code: ') : codeLine,
  );
  const { viewer } = await session.call(WhoAmIDocument, {});
  if (viewer?.organization == null)
    throw new CommandError('you are not a member of an active organization; ask for an invitation');
  const input = { purpose: 'personal' as const, name: `command line on ${hostname()}`.slice(0, 63) };
  const { createApiKey } = await session.call(CreateApiKeyDocument, { input });
  await session.signOut();
  return {
    url,
    key: createApiKey.secret,
    keyId: createApiKey.apiKey.id,
    organization: viewer.organization.name,
    email: viewer.person?.email ?? email,
  };
}

async function describeKey(url: string, apiKeyFile: string): Promise<Context> {
  const api = new Api({ url, apiKeyFile });
  const { viewer } = await api.call(WhoAmIDocument, {});
  if (viewer?.person == null || viewer.organization == null || viewer.credential == null)
    throw new CommandError(
      'the control plane does not accept this personal API key; create one with: satrap login URL',
      2,
    );
  const { person, organization, credential } = viewer;
  return { url, key: api.key, keyId: credential.id, organization: organization.name, email: person.email };
}
