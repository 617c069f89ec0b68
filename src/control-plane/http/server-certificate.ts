import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import type { PeriodicTask } from '../../timing/periodic-task.ts';
import { ofOwnerAndGroup, readPrivateFile } from '../people/accounts/private-file.ts';
import { ControlPlaneSetupError, type TlsFiles } from '../settings.ts';

/** What TLS clients get. */
interface Pair {
  cert: string;
  key: string;
}

/** The certificate of a control plane that serves HTTPS itself, as `satrap control-plane doctor` judges it. */
export interface CertificateState {
  /** An RFC 3339 instant. */
  expiresAt: string;
  /** Why the files do not replace the certificate that is served; null if it is theirs. */
  fault: string | null;
}

/** Also for a reloaded pair: Node.js takes its own defaults otherwise. */
const withProtocols = (pair: Pair): SecureContextOptions => ({ ...pair, minVersion: 'TLSv1.2' });

/** Reads and checks a certificate with its key. Throws ControlPlaneSetupError. */
export function readPair(files: TlsFiles): Pair & { expiresAt: string } {
  const pair = readFiles(files);
  return { ...pair, expiresAt: checkPair(pair, files) };
}

function readFiles({ certFile, keyFile }: TlsFiles): Pair {
  const key = readPrivateFile('TLS key', keyFile, ofOwnerAndGroup);
  try {
    return { cert: readFileSync(certFile, 'utf8'), key };
  } catch (error) {
    throw new ControlPlaneSetupError(`the TLS certificate file ${certFile}: ${errorMessage(error)}`);
  }
}

/** Returns when the certificate expires. Throws ControlPlaneSetupError. */
function checkPair({ cert, key }: Pair, { certFile, keyFile }: TlsFiles): string {
  const fault = (text: string) => new ControlPlaneSetupError(text);
  let own: X509Certificate;
  let secret: KeyObject;
  try {
    // The first of the file.
    own = new X509Certificate(cert);
  } catch {
    throw fault(`the TLS certificate file ${certFile} has no certificate in PEM`);
  }
  try {
    secret = createPrivateKey(key);
  } catch {
    throw fault(`the TLS key file ${keyFile} has no private key in PEM without a passphrase`);
  }
  if (!own.checkPrivateKey(secret))
    throw fault(
      `the TLS key in ${keyFile} does not belong to the certificate in ${certFile}, whose first certificate must be the server’s own`,
    );
  try {
    createSecureContext(withProtocols({ cert, key }));
  } catch (error) {
    throw fault(`the TLS certificate in ${certFile} cannot be used: ${errorMessage(error)}`);
  }
  return new Date(own.validTo).toISOString();
}

/** A renewal writes its files at any time, and links that change their target cannot be watched. */
const lookSeconds = 10;

/** The certificate that a server serves, replaced when its files change. A pair that cannot be used changes nothing. */
export class ServerCertificate {
  readonly #files: TlsFiles;
  readonly #log: Logger;
  #serving: ReturnType<typeof readPair>;
  #fault: string | null = null;

  /** Throws ControlPlaneSetupError. */
  constructor(files: TlsFiles, log: Logger) {
    this.#files = files;
    this.#log = log;
    this.#serving = readPair(files);
  }

  get options(): SecureContextOptions {
    return withProtocols(this.#serving);
  }

  get state(): CertificateState {
    return { expiresAt: this.#serving.expiresAt, fault: this.#fault };
  }

  /** Serves the files to new connections if they changed; those that are open continue. */
  reload(server: Pick<Server, 'setSecureContext'>): void {
    try {
      const pair = readFiles(this.#files);
      const isServed = pair.cert === this.#serving.cert && pair.key === this.#serving.key;
      if (!isServed) {
        const expiresAt = checkPair(pair, this.#files);
        server.setSecureContext(withProtocols(pair));
        this.#serving = { ...pair, expiresAt };
        this.#log.info({ expiresAt }, 'replaced TLS certificate: its files changed');
      }
      this.#fault = null;
    } catch (error) {
      if (!(error instanceof ControlPlaneSetupError)) throw error;
      if (error.message !== this.#fault) this.#log.warn(`kept the previous TLS certificate: ${error.message}`);
      this.#fault = error.message;
    }
  }

  reloadTask(server: Pick<Server, 'setSecureContext'>): PeriodicTask {
    return { what: 'reload the TLS certificate', everySeconds: lookSeconds, run: async () => this.reload(server) };
  }
}
