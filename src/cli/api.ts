import type { ResultOf, TypedDocumentNode, VariablesOf } from '@graphql-typed-document-node/core';
import type { Command } from 'commander';
import { parse } from 'graphql';
import { createClient, type Operation, type SatrapClient } from '../client/client.ts';
import { ApiKeyError, locateApiKey } from '../contract/api-key.ts';
import { endpointUrl } from '../contract/endpoint-url.ts';
import type { ExecutorRowFragment, NodeRowFragment } from '../contract/operations.generated.ts';
import * as documents from '../contract/operations.generated.ts';
import { answered, apiError, responseOf, send } from './call.ts';
import { CommandError, toCommandError } from './command-error.ts';
import { type Contexts, readContexts, requireContext } from './contexts/contexts.ts';
import {
  type Arguments,
  jsonOption,
  type Options,
  type OptionValues,
  option,
  subcommand,
  type TypedOption,
  withAction,
} from './options.ts';
import type { OutputOptions } from './output.ts';

export interface ApiOptions extends OutputOptions, AccessOptions {}

type ApiAction<Given extends Options, Words extends unknown[]> = (
  api: Api,
  options: ApiOptions & OptionValues<Given>,
  ...words: Words
) => unknown;

/** An empty URL, as in `SATRAP_URL=`, counts as unset. */
export const urlOption = (initial = '') =>
  option('--url <url>', 'control plane URL', (text) => (text === '' ? initial : endpointUrl(text)), initial).env(
    'SATRAP_URL',
  ) as TypedOption<'url', string>;

export function withApiAction<const Given extends Options>(
  command: Command,
  given: Given,
  action: ApiAction<Given, never[]>,
): Command {
  const options = [
    urlOption().default('', `from the context, else ${defaultUrl}`),
    option('--api-key-file <file>', 'file with a personal API key (or set SATRAP_API_KEY, or run satrap login)'),
    option('--context <name>', 'which control plane to use, if you are signed in to several'),
    jsonOption,
  ];
  const made = withAction<Given, ApiOptions>(command, given, (options, ...words) =>
    action(new Api(options), options, ...words),
  );
  // Last in the help: they are the same everywhere.
  for (const each of options) made.addOption(each);
  return made;
}

/** Adds a command that calls the API, once its `action` is set. `usage`: its name and arguments, such as `show <node>`. */
export const defineApiCommand = <const Usage extends string, const Given extends Options = []>(
  group: Command,
  usage: Usage,
  description: string,
  given = [] as unknown as Given,
) => ({
  action: (action: ApiAction<Given, Arguments<Usage>>): Command =>
    withApiAction(subcommand(group, usage, description), given, action as never),
});

type Documents = typeof documents;
type NameOf<Key> = Key extends `${infer Name}Document` ? Name : never;
/** An operation of `contract/*.graphql`, such as `ListNodes`. */
export type OperationName = NameOf<keyof Documents>;
type DocumentOf<Name extends OperationName> = Documents[`${Name}Document`];
type DataOf<Name extends OperationName> = ResultOf<DocumentOf<Name>>;
export type InputOf<Name extends OperationName> = VariablesOf<DocumentOf<Name>>;

export const documentOf = <Name extends OperationName>(name: Name) =>
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the generated module is loaded whole anyway.
  documents[`${name}Document`] as unknown as TypedDocumentNode<DataOf<Name>, InputOf<Name>>;

/** Client of the control plane's API with a personal key. */
export class Api {
  readonly #client: SatrapClient;
  readonly access: Access;

  constructor(options: AccessOptions, env: NodeJS.ProcessEnv = process.env) {
    this.access = findAccess(options, env, () => readContexts(env));
    this.#client = createClient({ ...this.access, timeoutSeconds: options.timeoutSeconds });
  }

  /** Throws CommandError with the API's message and a line for each input error. */
  call<Name extends OperationName>(name: Name, variables: InputOf<Name>) {
    return answered<DataOf<Name>>(this.access.url, send(this.#client, documentOf(name), variables), this.#keyHint);
  }

  /** Returns the data of any query or mutation. Throws CommandError. */
  send(query: string, variables: object): Promise<object> {
    return responseOf(this.access.url, send(this.#client, parse(query), variables), this.#keyHint);
  }

  get #keyHint(): string {
    return `; the key is from ${this.access.source}`;
  }

  /** Yields a subscription's messages until the stream ends or `signal` aborts. Streams end from time to time. Throws CommandError. */
  async *subscribe<Name extends OperationName>(name: Name, variables: InputOf<Name>, signal?: AbortSignal) {
    const document = documentOf(name) as Operation<DataOf<Name>, object>;
    try {
      yield* this.#client.subscribe(document, variables, { signal, reconnects: false });
    } catch (error) {
      throw apiError(error, this.access.url);
    }
  }
}

const keyVariable = 'SATRAP_API_KEY';
export const defaultUrl = 'http://127.0.0.1:4100/graphql';

interface AccessOptions {
  url?: string;
  apiKeyFile?: string;
  context?: string;
  /** Of a call. Default: the client's. */
  timeoutSeconds?: number | undefined;
}

interface Access {
  url: string;
  key: string;
  /** The key's source, for messages. */
  source: string;
}

/**
 * Finds the API's URL and a key: from the flag, else the environment, else a context (the named one, else the one for this URL, else the
 * current one). A context's key is sent to that context's URL only. Throws CommandError.
 */
function findAccess(
  { url: given, apiKeyFile, context }: AccessOptions,
  env: Readonly<Record<string, string | undefined>>,
  contexts: () => Contexts,
): Access {
  const url = given || undefined;
  const isInEnvironment = [keyVariable, `${keyVariable}_FILE`].some((name) => env[name]);
  if (apiKeyFile !== undefined || (isInEnvironment && context === undefined)) {
    try {
      const { text, source } = locateApiKey({ file: apiKeyFile, env, variable: keyVariable });
      return { url: url ?? defaultUrl, key: text, source };
    } catch (error) {
      throw toCommandError(error, ApiKeyError, 'not_signed_in');
    }
  }
  const known = contexts();
  const named = context ?? (env['SATRAP_CONTEXT'] || undefined) ?? (url === undefined ? undefined : nameOf(known, url));
  if (named === undefined && known.current === null) throw withoutKey();
  const [name, found] = requireContext(known, named);
  if (url !== undefined && url !== found.url)
    throw new CommandError(
      `context ${name} is for ${found.url}, so its key is not sent to ${url}; sign in there: satrap login ${url}`,
      'usage',
    );
  return { url: found.url, key: found.key, source: `context ${name}` };
}

const nameOf = ({ contexts, current }: Contexts, url: string): string | undefined =>
  current !== null && contexts[current]?.url === url
    ? current
    : Object.keys(contexts).find((name) => contexts[name]?.url === url);

const withoutKey = () =>
  new CommandError(
    'no API key: sign in with “satrap login URL”, set SATRAP_API_KEY, or name a file that only you can read with --api-key-file or SATRAP_API_KEY_FILE',
    'not_signed_in',
  );

const named = (nameOrId: string) => ({ OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] });

/** One object's name may be another one's id. */
const pick = <T extends { id: string }>(found: readonly T[], nameOrId: string): T | undefined =>
  found.find(({ id }) => id === nameOrId) ?? found[0];

/** Finds a node by name or id. Throws CommandError if not found. */
export async function findNode(api: Api, nameOrId: string): Promise<NodeRowFragment> {
  const { nodes } = await api.call('ListNodes', { where: named(nameOrId) });
  return pick(nodes, nameOrId) ?? noNode(api, nameOrId);
}

/** Throws CommandError. */
export const noNode = (api: Api, nameOrId: string): Promise<never> =>
  notFound(api, `no node named ${nameOrId}`, 'satrap nodes list');

/** Finds a host by name or id. Throws CommandError if not found. */
export async function findExecutor(api: Api, nameOrId: string): Promise<ExecutorRowFragment> {
  const { executors } = await api.call('ListExecutors', { where: named(nameOrId) });
  return pick(executors, nameOrId) ?? notFound(api, `no host named ${nameOrId}`, 'satrap hosts list');
}

/** Explains why a host without versions cannot take nodes. */
export const offersNothing = (executor: string): string =>
  `${executor} offers no bitcoind version: it has none of the images and cannot pull them; run “satrap agent doctor” on the host for the reasons`;

/**
 * Throws CommandError for a host's key, which belongs to an agent and sees none of people's objects. Called only for empty results, so that
 * other calls cost nothing.
 */
export async function requirePersonalKey(api: Api): Promise<void> {
  const { viewer } = await api.call('GetViewer', {});
  if (viewer?.purpose === 'executor')
    throw new CommandError('this is a host’s key, which only its agent can use; use a personal key', 'refused');
}

/** Throws CommandError: this message, unless the key is a host's. `hint`: a command that helps. */
export async function notFound(api: Api, message: string, hint?: string): Promise<never> {
  await requirePersonalKey(api);
  throw new CommandError(message, 'not_found', { hint });
}
