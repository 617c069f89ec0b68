import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Command } from 'commander';
import { toSatrapError } from '../client/call-error.ts';
import { createClient, type Operation, type SatrapClient } from '../client/client.ts';
import { type Answered, isAnswered } from '../contract/answered.ts';
import { ApiKeyError, locateApiKey } from '../contract/api-key.ts';
import { endpointUrl, hasBlockedPort } from '../contract/endpoint-url.ts';
import { withCertificateHint } from '../text/certificate-hint.ts';
import { printable } from '../text/printable.ts';
import { CommandError, RefusedError, toCommandError } from './command-error.ts';
import { type Contexts, readContexts, requireContext } from './contexts/contexts.ts';
import { type Arguments, keyFlag, type Options, type OptionValues, option, withAction } from './options.ts';
import { jsonOption, type OutputOptions } from './output.ts';

export interface ApiOptions extends OutputOptions, AccessOptions {}

type ApiAction<Given extends Options, Words extends unknown[]> = (
  api: Api,
  options: ApiOptions & OptionValues<Given>,
  ...words: Words
) => unknown;

/** Adds the options and action of a command that calls the API. */
export function withApiAction<const Given extends Options>(
  command: Command,
  given: Given,
  action: ApiAction<Given, never[]>,
): Command {
  const url = option('--url <url>', 'control plane URL', endpointUrl)
    .env('SATRAP_URL')
    .default(undefined, `from the context, else ${defaultUrl}`);
  const options = [
    keyFlag,
    url,
    option('--api-key-file <file>', 'file with a personal API key (or set SATRAP_API_KEY, or run satrap login)'),
    option('--context <name>', 'which control plane to use, if you are signed in to several'),
    jsonOption,
  ];
  for (const each of options) command.addOption(each);
  return withAction<Given, ApiOptions>(command, given, (options, ...words) =>
    action(new Api(options), options, ...words),
  );
}

/** Adds a command that calls the API, once its `action` is set. `usage`: its name and arguments, such as `show <node>`. */
export const defineApiCommand = <const Usage extends string, const Given extends Options = []>(
  group: Command,
  usage: Usage,
  description: string,
  given = [] as unknown as Given,
) => ({
  action: (action: ApiAction<Given, Arguments<Usage>>): Command =>
    withApiAction(group.command(usage).description(description), given, action as never),
});

/** Client of the control plane's API with a personal key. */
export class Api {
  readonly #client: SatrapClient;
  readonly access: Access;

  constructor(options: AccessOptions, env: NodeJS.ProcessEnv = process.env) {
    this.access = findAccess(options, env, () => readContexts(env));
    this.#client = createClient(this.access);
  }

  /** Throws CommandError with the API's message and a line for each input error. */
  call<T extends object, V extends object>(document: TypedDocumentNode<T, V>, variables: V) {
    const data = this.#client.query<T, object>(document as Operation<T, object>, variables);
    return answered<T>(this.access.url, data, `; the key is from ${this.access.source}`);
  }

  /** Yields a subscription's messages until the stream ends or `signal` aborts. Streams end from time to time. Throws CommandError. */
  async *subscribe<T extends object, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
    signal?: AbortSignal,
  ) {
    const options = { signal, reconnects: false };
    try {
      yield* this.#client.subscribe<T, object>(document as Operation<T, object>, variables, options);
    } catch (error) {
      throw new CommandError(describeApiError(error, this.access.url));
    }
  }
}

/** Calls the API without a key. Throws CommandError with the API's message. */
export const callWithoutKey = <T extends object, V extends object>(
  url: string,
  document: TypedDocumentNode<T, V>,
  variables: V,
) => answered<T>(url, createClient({ url }).query<T, object>(document as Operation<T, object>, variables));

/** Returns the data of a call. Throws RefusedError with the API's message. */
export async function answered<T extends object>(
  url: string,
  call: Promise<object>,
  keyHint = '',
): Promise<T & Answered<T>> {
  const data = (await call.catch((error: unknown) => {
    const { code } = toSatrapError(error);
    throw new RefusedError(`${describeApiError(error, url)}${code === 'unauthenticated' ? keyHint : ''}`, code);
  })) as T;
  if (isAnswered(data)) return data;
  throw new CommandError(`${url} did not return all requested fields; check that the control plane has this version`);
}

const trustHint = 'name its CA certificate with NODE_EXTRA_CA_CERTS, or for an agent with --ca-file, and try again';

export function describeApiError(error: unknown, url: string): string {
  const { hint } = toSatrapError(error);
  return `${describeAnswer(error, url)}${hint === null ? '' : `\n${printable(hint)}`}`;
}

function describeAnswer(error: unknown, url: string): string {
  const { message, code, status, issues, cause } = toSatrapError(error);
  if (status === null) {
    if (hasBlockedPort(url))
      return `the port of ${url} is blocked by the Fetch standard; use another port for the control plane or its proxy`;
    const reason = message.replace(/^The control plane/, url);
    if (cause instanceof DOMException) return reason;
    const advised = withCertificateHint(reason, trustHint);
    return advised === reason ? `${reason}; set the control plane with --url or SATRAP_URL` : advised;
  }
  const suffix = code === null ? '' : ` (${code})`;
  // Messages may quote an executor's report.
  const text = `${printable(message)}${suffix}`;
  // Only input errors list their paths; a capacity error is complete in its message.
  if (issues.length === 0 || code === 'not_enough_resources' || code === 'chain_not_supported_by_executor') return text;
  // Each reason names its host.
  if (code === 'rollout_not_possible')
    return [text, ...(issues.length === 1 ? [] : issues.map((issue) => `  ${printable(issue.message)}`))].join('\n');
  const lines = issues.map(({ path, message }) => `  ${path.slice(1).join('.')}: ${printable(message)}`);
  return [`invalid input${suffix}:`, ...lines].join('\n');
}

const keyVariable = 'SATRAP_API_KEY';
export const defaultUrl = 'http://127.0.0.1:4100/graphql';

interface AccessOptions {
  url?: string;
  apiKeyFile?: string;
  context?: string;
}

/** The API's URL and the key to call it with. */
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
  { url, apiKeyFile, context }: AccessOptions,
  env: Readonly<Record<string, string | undefined>>,
  contexts: () => Contexts,
): Access {
  const isInEnvironment = [keyVariable, `${keyVariable}_FILE`].some((name) => env[name]);
  if (apiKeyFile !== undefined || (isInEnvironment && context === undefined)) {
    try {
      const { text, source } = locateApiKey({ file: apiKeyFile, env, variable: keyVariable });
      return { url: url ?? defaultUrl, key: text, source };
    } catch (error) {
      throw toCommandError(error, ApiKeyError, 2);
    }
  }
  const known = contexts();
  const named = context ?? env['SATRAP_CONTEXT'] ?? (url === undefined ? undefined : nameOf(known, url));
  if (named === undefined && known.current === null) throw withoutKey();
  const [name, found] = requireContext(known, named);
  if (url !== undefined && url !== found.url)
    throw new CommandError(
      `context ${name} is for ${found.url}, so its key is not sent to ${url}; sign in there: satrap login ${url}`,
      2,
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
    2,
  );
