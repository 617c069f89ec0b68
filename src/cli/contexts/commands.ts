import { hostname } from 'node:os';
import type { Command } from 'commander';
import { GraphQLClient } from 'graphql-request';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Api, defaultUrl, defineApiCommand, documentOf, urlOption } from '../api.ts';
import { answered, callWithoutKey } from '../call.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, jsonOption, option, withAction } from '../options.ts';
import { print, printLines, tableLines } from '../output.ts';
import { ask, askSecret, readLines } from '../prompt.ts';
import { type Context, readContexts, requireContext, withContext, withoutContext, writeContexts } from './contexts.ts';

export function registerLogin(command: Command): void {
  withAction(
    command.argument('<url>', 'control plane URL, such as https://satrap.example.com/graphql', endpointUrl),
    [
      option('--email <address>', 'your email address'),
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
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new CommandError(`${url} is not an http or https URL`, 'usage');
  const contexts = readContexts(process.env);
  const name = given ?? new URL(url).host;
  const existing = contexts.contexts[name];
  if (existing !== undefined && !(existing.url === url && (await isKeyRefused(name))))
    throw new CommandError(
      `already signed in as ${name}; sign out first (satrap logout --context ${name}), or use another --context`,
    );
  const context = apiKeyFile === undefined ? await signIn(url, email) : await describeKey(url, apiKeyFile);
  writeContexts(process.env, withContext(contexts, name, context));
  printLines([`Signed in to ${url} as ${context.email}, for ${context.organization}. Sign out with: satrap logout`]);
}

/** Whether the control plane answers and no longer accepts a context's key, as after its database was lost. */
async function isKeyRefused(context: string): Promise<boolean> {
  try {
    const api = new Api({ context }, { ...process.env, SATRAP_API_KEY: undefined, SATRAP_URL: undefined });
    return (await api.call('WhoAmI', {})).viewer == null;
  } catch (error) {
    if (error instanceof CommandError) return error.failure === 'not_signed_in';
    throw error;
  }
}

/** Signs in, creates a key named after this machine, and ends the session. */
async function signIn(url: string, givenEmail: string | undefined): Promise<Context> {
  const isTerminal = process.stdin.isTTY;
  const call = openSession(url);
  const { singleSignOn } = await call('GetSingleSignOn', {});
  if (singleSignOn != null)
    console.error(
      `If you sign in with ${singleSignOn.name}, you have no password here: create a personal key in the console, then run: satrap login ${url} --api-key-file FILE`,
    );
  if (givenEmail === undefined && !isTerminal)
    throw new CommandError('no terminal to ask for your email address; use --email', 'usage');
  const email = givenEmail ?? (await ask('Email: '));
  const [line = '', codeLine = ''] = isTerminal ? [] : await readLines();
  const password = isTerminal ? await askSecret('Password: ') : line;
  const { signIn: signedIn } = await call('SignIn', { data: { email, password } });
  if (signedIn.needsSecondFactor) {
    const asked = 'Code of your authenticator app, or a recovery code: ';
    const code = (isTerminal ? await askSecret(asked) : codeLine).trim();
    await call('ConfirmSignIn', { data: /^\d{6}$/.test(code) ? { code } : { recoveryCode: code } });
  }
  const { viewer } = await call('WhoAmI', {});
  if (viewer?.organization == null)
    throw new CommandError('you are not a member of an active organization; ask for an invitation');
  const data = { purpose: 'personal' as const, name: `command line on ${hostname()}`.slice(0, 63) };
  const { createApiKey } = await call('CreateApiKey', { data });
  await call('SignOut', {});
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
  const { viewer } = await api.call('WhoAmI', {});
  if (viewer?.person == null || viewer.organization == null || viewer.credential == null)
    throw new CommandError(
      'the control plane does not accept this personal API key; create one with: satrap login URL',
      'not_signed_in',
    );
  const { person, organization, credential } = viewer;
  return { url, key: api.access.key, keyId: credential.id, organization: organization.name, email: person.email };
}

/**
 * Opens a session, which lasts until a key is created and keeps cookies as a browser does. Returns a function that
 * calls the API and throws CommandError with its message.
 */
function openSession(url: string) {
  const cookies = new Map<string, string>();
  const client = new GraphQLClient(url, {
    // The control plane accepts cookies only with its own origin.
    headers: () => ({
      origin: new URL(url).origin,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  });
  const call: Api['call'] = (name, variables) => {
    const request = { document: documentOf(name), variables, signal: AbortSignal.timeout(30_000) };
    return answered(url, client.request<object, object>(request));
  };
  return call;
}

export function registerLogout(command: Command): void {
  const options = [
    option('--context <name>', 'context to sign out of (default: the current one)'),
    option('--force', 'remove the key even if it cannot be revoked'),
  ] as const;
  withAction(command, options, async ({ context, force = false }) => {
    const contexts = readContexts(process.env);
    const [name, { keyId, url }] = requireContext(contexts, context);
    try {
      const api = new Api({ context: name }, { ...process.env, SATRAP_API_KEY: undefined });
      await api.call('RevokeApiKey', { id: keyId });
    } catch (error) {
      // An unknown key grants nothing, for example after the control plane was lost.
      const isWorthless = error instanceof CommandError && error.fields.code === 'unauthenticated';
      if (!isWorthless && !force) throw error;
      console.error(
        isWorthless
          ? `${url} does not accept the API key of ${name}, so it was not revoked.`
          : `The API key was not revoked: ${errorMessage(error)}`,
      );
    }
    writeContexts(process.env, withoutContext(contexts, name));
    console.log(`Signed out of ${url}.`);
  });
}

export function registerContext(context: Command): void {
  const listed = 'list the control planes that you are signed in to';
  defineCommand(context, 'list', listed, [jsonOption]).action((options) => {
    const { current, contexts } = readContexts(process.env);
    // Without the keys.
    const shown = Object.entries(contexts).map(([name, { url, organization, email }]) => ({
      name,
      url,
      organization,
      email,
      isCurrent: name === current,
    }));
    print(shown, options, () =>
      shown.length === 0
        ? ['not signed in; sign in with: satrap login URL']
        : tableLines(
            ['name', 'url', 'organization', 'email', 'current'],
            shown.map(({ isCurrent, ...texts }) => [...Object.values(texts), isCurrent ? 'yes' : '']),
          ),
    );
  });
  const shown = 'show the current control plane, its version, and who you are there';
  defineApiCommand(context, 'show', shown).action(async (api, options) => {
    const { viewer } = await api.call('WhoAmI', {});
    const { url } = api.access;
    const row = [url, viewer?.controlPlaneVersion, viewer?.organization?.name, viewer?.person?.email];
    print({ url, ...viewer }, options, () =>
      tableLines(['url', 'version', 'organization', 'email'], [row.map((cell) => cell ?? '-')]),
    );
  });
  defineCommand(context, 'use <context>', 'switch to another context').action((_options, name) => {
    const contexts = readContexts(process.env);
    const [, { url }] = requireContext(contexts, name);
    writeContexts(process.env, { ...contexts, current: name });
    console.log(`Now using ${url}.`);
  });
  const removed = 'remove a context without revoking its key; see also: satrap logout';
  defineCommand(context, 'remove <context>', removed).action((_options, name) => {
    const contexts = readContexts(process.env);
    requireContext(contexts, name);
    writeContexts(process.env, withoutContext(contexts, name));
    console.log(`Removed context ${name}. Its API key was not revoked.`);
  });
}

export function registerSetPassword(command: Command): void {
  const options = [
    urlOption(defaultUrl),
    option('--revoke-keys', 'also revoke your API keys, in case somebody else created one'),
  ] as const;
  withAction(command, options, async ({ url, revokeKeys = false }) => {
    const person = process.stdin.isTTY ? await askPerson() : await readInput();
    const data = { ...person, revokePersonalKeys: revokeKeys };
    await callWithoutKey(url, documentOf('ResetPassword'), { data });
    console.error('Password set. All earlier sessions were signed out.');
    console.error(
      revokeKeys
        ? 'Your API keys were revoked.'
        : 'Your API keys still work. If somebody else may have one, revoke them with --revoke-keys or in the console.',
    );
  }).addHelpText('after', '\nWithout a terminal, standard input holds the secret and the password, each on a line.');
}

async function askPerson(): Promise<{ token: string; newPassword: string }> {
  const token = await askSecret('Secret from the link: ');
  const newPassword = await askSecret('New password: ');
  if (newPassword !== (await askSecret('New password again: ')))
    throw new CommandError('the passwords do not match; nothing was changed');
  return { token, newPassword };
}

async function readInput(): Promise<{ token: string; newPassword: string }> {
  const [token = '', newPassword = ''] = await readLines();
  if (token === '' || newPassword === '')
    throw new CommandError('standard input must hold the secret and the password, each on a line', 'usage');
  return { token: token.trim(), newPassword };
}
