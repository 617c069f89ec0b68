import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type Command, Option } from 'commander';
import { ClientError, GraphQLClient } from 'graphql-request';
import { ApiKeyError, readApiKey } from '../contract/api-key.ts';
import { printable } from '../text/printable.ts';
import { CommandFault } from './fault.ts';
import { withoutKeyFlag } from './key-flag.ts';

export interface ApiOptions {
  url: string;
  apiKeyFile?: string;
  json?: boolean;
}

/** Options of every command that calls the API. */
export function withApiOptions(command: Command): Command {
  return withoutKeyFlag(command)
    .addOption(
      new Option('--url <url>', 'GraphQL endpoint of the control plane')
        .env('SATRAP_URL')
        .default('http://127.0.0.1:4100/graphql'),
    )
    .option('--api-key-file <file>', 'file with a personal API key (or set SATRAP_API_KEY)')
    .option('--json', 'print JSON for scripts');
}

/** The API as a person's scripts use it. */
export class Api {
  readonly #client: GraphQLClient;
  readonly #url: string;

  constructor({ url, apiKeyFile }: ApiOptions, env: NodeJS.ProcessEnv = process.env) {
    this.#url = url;
    try {
      const apiKey = readApiKey({ file: apiKeyFile, env });
      this.#client = new GraphQLClient(url, { headers: { authorization: `Bearer ${apiKey}` } });
    } catch (error) {
      if (error instanceof ApiKeyError) throw new CommandFault(error.message, 2);
      throw error;
    }
  }

  /** Throws CommandFault with the API's own words, each fault of a value on its own line. */
  async call<T, V extends object>(document: TypedDocumentNode<T, V>, variables: V): Promise<T> {
    try {
      return await this.#client.request<T, object>({ document, variables, signal: AbortSignal.timeout(30_000) });
    } catch (error) {
      throw understood(error, this.#url);
    }
  }
}

function understood(error: unknown, url: string): CommandFault {
  if (error instanceof ClientError) {
    const [first] = error.response.errors ?? [];
    if (first === undefined)
      return new CommandFault(
        `${url} answered HTTP ${error.response.status}; is it the control plane’s GraphQL endpoint?`,
      );
    const issues = first.extensions?.['issues'] as { path: (string | number)[]; message: string }[] | undefined;
    const code = first.extensions?.['code'];
    // The words may quote what an executor said.
    const head = issues === undefined ? printable(first.message) : 'the values are not all right:';
    const lines = (issues ?? []).map(({ path, message }) => `  ${path.slice(1).join('.')}: ${printable(message)}`);
    return new CommandFault([`${head}${code === undefined ? '' : ` (${String(code)})`}`, ...lines].join('\n'));
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new CommandFault(`${url} cannot be reached: ${cause}; name the control plane with --url or SATRAP_URL`);
}
