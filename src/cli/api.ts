import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Command } from 'commander';
import { getOperationAST, parse } from 'graphql';
import { toSatrapError } from '../client/call-error.ts';
import { createClient, type Operation, type SatrapClient } from '../client/client.ts';
import { type SatrapError, UnauthenticatedError, UnavailableError } from '../client/error.ts';
import { type Answered, isAnswered } from '../contract/answered.ts';
import { ApiKeyError, locateApiKey } from '../contract/api-key.ts';
import { endpointUrl, hasBlockedPort } from '../contract/endpoint-url.ts';
import type { UserErrorCode } from '../contract/types.generated.ts';
import { withCertificateHint } from '../text/certificate-hint.ts';
import { printable } from '../text/printable.ts';
import { CommandError, type Failure, toCommandError } from './command-error.ts';
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

/** Adds the options and action of a command that calls the API. */
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
    withApiAction(subcommand(group, usage, description), given, action as never),
});

/** Client of the control plane's API with a personal key. */
export class Api {
  readonly #client: SatrapClient;
  readonly access: Access;

  constructor(options: AccessOptions, env: NodeJS.ProcessEnv = process.env) {
    this.access = findAccess(options, env, () => readContexts(env));
    this.#client = createClient({ ...this.access, timeoutSeconds: options.timeoutSeconds });
  }

  /** Throws CommandError with the API's message and a line for each input error. */
  call<T extends object, V extends object>(document: TypedDocumentNode<T, V>, variables: V) {
    return answered<T>(this.access.url, send(this.#client, document, variables), this.#keyHint);
  }

  /** Returns the data of any query or mutation. Throws CommandError. */
  send(query: string, variables: object): Promise<object> {
    return responseOf(this.access.url, send(this.#client, parse(query), variables), this.#keyHint);
  }

  get #keyHint(): string {
    return `; the key is from ${this.access.source}`;
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
      throw apiError(error, this.access.url);
    }
  }
}

/** Calls the API without a key. Throws CommandError with the API's message. */
export const callWithoutKey = <T extends object, V extends object>(
  url: string,
  document: TypedDocumentNode<T, V>,
  variables: V,
) => answered<T>(url, send(createClient({ url }), document, variables));

/** Sends an operation. A mutation whose answer is lost is repeated, and takes effect once. */
function send<T extends object, V extends object>(
  client: SatrapClient,
  document: TypedDocumentNode<T, V>,
  variables: V,
): Promise<object> {
  const isMutation = getOperationAST(document)?.operation === 'mutation';
  return client[isMutation ? 'mutate' : 'query']<T, object>(document as Operation<T, object>, variables);
}

/** Returns the data of a call. Throws CommandError with the API's message. */
export async function answered<T extends object>(
  url: string,
  call: Promise<object>,
  keyHint = '',
): Promise<T & Answered<T>> {
  const data = (await responseOf(url, call, keyHint)) as T;
  if (isAnswered(data)) return data;
  throw new CommandError(`${url} did not return all requested fields; check that the control plane has this version`);
}

const responseOf = (url: string, call: Promise<object>, keyHint: string): Promise<object> =>
  call.catch((error: unknown) => {
    throw apiError(error, url, keyHint);
  });

function apiError(error: unknown, url: string, keyHint = ''): CommandError {
  const failed = toSatrapError(error);
  const { code, issues, requestId, retryable, hint } = failed;
  const message = `${describeApiError(failed, url)}${code === 'unauthenticated' ? keyHint : ''}`;
  return new CommandError(message, failureOf(failed), { code, issues, requestId, retryable, hint });
}

const failures: Partial<Record<UserErrorCode, Failure>> = {
  unauthenticated: 'not_signed_in',
  wrong_credentials: 'not_signed_in',
  wrong_code: 'not_signed_in',
  session_required: 'not_signed_in',
  release_not_found: 'not_found',
  chain_data_not_found: 'not_found',
  internal_error: 'failed',
};

function failureOf(error: SatrapError): Failure {
  if (error instanceof UnavailableError) return 'unreachable';
  if (error instanceof UnauthenticatedError) return 'not_signed_in';
  return error.code === null ? 'failed' : (failures[error.code] ?? 'refused');
}

const trustHint = 'name its CA certificate with NODE_EXTRA_CA_CERTS, or for an agent with --ca-file, and try again';

export function describeApiError(error: unknown, url: string): string {
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
  /** Of a call. Default: the client's. */
  timeoutSeconds?: number | undefined;
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
