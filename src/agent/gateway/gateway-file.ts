import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GatewayConfig } from '../../gateway/config.ts';
import { textOrNull } from '../../storage/plain-file.ts';
import { writePrivateFile } from '../../storage/private-file.ts';
import type { DesiredGateway } from '../control-plane/desired-gateway.ts';
import { readValue, type Store, writeValue } from '../store/database.ts';

export const gatewayFile = (dataDir: string): string => join(dataDir, 'gateway', 'gateway.json');

/** What the file holds: the control plane's digest of it, and the hash of its text. */
interface Written {
  digest: string | null;
  sha256: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the configuration that a gateway reads. */
export const gatewayConfigOf = ({ endpoints }: Pick<DesiredGateway, 'endpoints'>): GatewayConfig => ({
  version: 1,
  endpoints: endpoints.map(({ address, port, tls, members, branches, consumers, ...endpoint }) => ({
    ...endpoint,
    listen: { address, port },
    ...(tls === null ? {} : { tls }),
    members: members.map(({ hasGatewayUser, ...member }) => ({
      ...withoutNull(withoutNull(member, 'passedOver'), 'rpcThreads'),
      startedWithGatewayUser: hasGatewayUser,
    })),
    ...(branches === null ? {} : { branches: withoutNull(branches, 'pinned') }),
    consumers: consumers.map(({ secrets, ...consumer }) => ({
      ...withoutNull(consumer, 'expiresAt'),
      secrets: secrets.map((secret) => withoutNull(secret, 'expiresAt')),
    })),
  })),
});

type WithoutNull<T, K extends keyof T> = Omit<T, K> & { [Field in K]?: NonNullable<T[Field]> };

/** Omits a field that is null. */
function withoutNull<T extends object, K extends keyof T>(object: T, key: K): WithoutNull<T, K> {
  const { [key]: value, ...rest } = object;
  return (value === null ? rest : object) as WithoutNull<T, K>;
}

/**
 * The gateway's configuration file, which is also the agent's memory of it: after a crash between the file and the store,
 * or a change by someone else, the digest is unknown and the control plane sends everything again.
 */
export class GatewayFile {
  readonly #path: string;
  readonly #database: Store;
  #written: Written | null;

  constructor(dataDir: string, database: Store) {
    this.#path = gatewayFile(dataDir);
    this.#database = database;
    const stored = readValue(database, 'gateway');
    const written = stored === undefined ? null : (JSON.parse(stored) as Written);
    const text = textOrNull(this.#path);
    this.#written = written !== null && text !== null && hashOf(text) === written.sha256 ? written : null;
  }

  get path(): string {
    return this.#path;
  }

  /** The digest of what was written last; null if there is nothing, or if that is unknown. */
  get digest(): string | null {
    return this.#written?.digest ?? null;
  }

  /** Returns the digest of a configuration that the gateway uses; null if it is not the last one. */
  digestOf(sha256: string | null): string | null {
    return this.#written !== null && this.#written.sha256 === sha256 ? this.#written.digest : null;
  }

  /** Writes the file, then remembers it. Throws the errors of the file system and the store. */
  write(desired: DesiredGateway): void {
    const text = `${JSON.stringify(gatewayConfigOf(desired), null, 2)}\n`;
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    writePrivateFile(this.#path, text);
    const written = { digest: desired.digest, sha256: hashOf(text) };
    writeValue(this.#database, 'gateway', JSON.stringify(written));
    this.#written = written;
  }
}
