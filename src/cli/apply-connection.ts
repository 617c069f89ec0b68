import { readFileSync } from 'node:fs';
import { errorMessage } from '../text/error-message.ts';
import { CommandError } from './command-error.ts';

/**
 * Makes all connections of this process trust a CA file and use a proxy: the given one, else that of the environment. Throws CommandError.
 */
export async function applyToProcess({
  caFile,
  proxy,
}: {
  caFile?: string | undefined;
  proxy?: string | undefined;
}): Promise<void> {
  const { default: http } = await import('node:http');
  const { env } = process;
  try {
    http.setGlobalProxyFromEnv(proxy === undefined ? env : { ...env, http_proxy: proxy, https_proxy: proxy });
  } catch {
    // Without the error's message, which holds the URL with its password.
    throw new CommandError('invalid proxy: HTTP_PROXY or HTTPS_PROXY must be an http or https URL', 2);
  }
  if (caFile === undefined) return;
  const { default: tls } = await import('node:tls');
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(caFile, 'utf8')]);
  } catch (error) {
    throw new CommandError(`invalid certificates in ${caFile}: ${errorMessage(error)}`, 2);
  }
}
