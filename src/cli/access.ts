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

/** The API's URL and the key to call it with. */
export interface Access {
  url: string;
  key: string;
  /** The key's source, for messages. */
  source: string;
}

/**
 * Finds the API's URL and a key: from the flag, else the environment, else a context (the named one, else the one for this URL, else the
 * current one). A context's key is sent to that context's URL only. Throws CommandError.
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
