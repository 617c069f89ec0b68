import { ApiKeyError, locateApiKey } from '../contract/api-key.ts';
import { CommandError, toCommandError } from './command-error.ts';
import { type Contexts, requireContext } from './contexts/contexts.ts';

const keyVariable = 'SATRAP_API_KEY';
export const defaultUrl = 'http://127.0.0.1:4100/graphql';

export interface AccessOptions {
  url?: string;
  apiKeyFile?: string;
  context?: string;
}

/** Where to call the API, and with which key. */
export interface Access {
  url: string;
  key: string;
  /** Where the key came from, for messages. */
  source: string;
}

/**
 * Finds where to call the API, and the key: that of the flag, else of the environment, else of a context: the named one, or the one of this
 * URL, or the current one. A key is never sent to a URL that its context is not for. Throws CommandError.
 */
export function findAccess(
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
      `the context ${name} is for ${found.url}, and its key is not sent to ${url}; sign in there: satrap login ${url}`,
      2,
    );
  return { url: found.url, key: found.key, source: `the context ${name}` };
}

const nameOf = ({ contexts, current }: Contexts, url: string): string | undefined =>
  current !== null && contexts[current]?.url === url
    ? current
    : Object.keys(contexts).find((name) => contexts[name]?.url === url);

const withoutKey = () =>
  new CommandError(
    'there is no API key: sign in with “satrap login URL”, put a key into a file that only you can read and name it with --api-key-file or SATRAP_API_KEY_FILE, or set SATRAP_API_KEY',
    2,
  );
