import type { TlsFiles } from '../../control-plane/settings.ts';
import { CommandError } from '../command-error.ts';

/** Throws CommandError for one of the two options without the other. */
export function tlsFiles(options: { tlsCert?: string | undefined; tlsKey?: string | undefined }): TlsFiles | undefined {
  const { tlsCert: certFile, tlsKey: keyFile } = options;
  if (!certFile && !keyFile) return undefined;
  if (certFile && keyFile) return { certFile, keyFile };
  throw new CommandError(
    'HTTPS needs a certificate and its key; set --tls-cert and --tls-key, or SATRAP_TLS_CERT and SATRAP_TLS_KEY',
    'usage',
  );
}
