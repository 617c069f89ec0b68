import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { NotPlain, readPlainFile } from '../storage/plain-file.ts';
import { syncFolder, writePrivateFile } from '../storage/private-file.ts';
import { errorMessage } from '../text/error-message.ts';
import { jsonOrNull } from '../text/json-or-null.ts';

/** An upgrade file is invalid, or the disk cannot read it. */
export class InvalidUpgradeFile extends Error {
  override name = 'InvalidUpgradeFile';
}

const maxBytes = 1024 * 1024;
/** Errors of a disk or file system that lost data, permanently. */
const damageCodes: readonly (string | undefined)[] = ['EIO', 'EUCLEAN', 'EBADMSG'];

/** A file of an upgrade, not read through a link: either side may be another user. */
export class JsonFile<T> {
  readonly path: string;
  readonly #shape: z.ZodType<T>;

  constructor(path: string, shape: z.ZodType<T>) {
    this.path = path;
    this.#shape = shape;
  }

  /** Null without the file. Throws InvalidUpgradeFile, and read errors. */
  read(): T | null {
    const { path } = this;
    let text: string;
    try {
      text = readPlainFile(path, maxBytes);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      if (error instanceof NotPlain) throw new InvalidUpgradeFile(error.message);
      if (damageCodes.includes(code)) throw new InvalidUpgradeFile(`cannot read ${path}: ${errorMessage(error)}`);
      throw error;
    }
    const { success, data, error } = this.#shape.safeParse(jsonOrNull(text));
    if (success) return data;
    throw new InvalidUpgradeFile(`${path} is invalid: ${z.prettifyError(error)}`);
  }

  /** Writes it durably, completely or not at all. Written by root, it belongs to its folder's owner. */
  write(value: T): void {
    writePrivateFile(this.path, `${JSON.stringify(this.#shape.parse(value))}\n`);
  }

  /** Removes the file, or whatever replaced it, durably. Someone may have removed its folder. */
  remove(): void {
    rmSync(this.path, { force: true, recursive: true });
    if (existsSync(dirname(this.path))) syncFolder(dirname(this.path));
  }

  /** Keeps a damaged file under another name, which it returns. It stays until it is replaced, so a kill loses nothing. */
  keepDamaged(): string {
    const kept = `${this.path}.damaged`;
    rmSync(kept, { force: true, recursive: true });
    try {
      linkSync(this.path, kept);
    } catch {
      // A folder has no second name.
      renameSync(this.path, kept);
    }
    syncFolder(dirname(kept));
    return kept;
  }
}

const common = {
  requestId: z.string().min(1).max(128),
  fromVersion: z.string().min(1).max(64),
  toVersion: z.string().min(1).max(64),
  channel: z.string().min(1).max(63),
  platform: z.string().min(1).max(63),
  orderedAt: z.iso.datetime(),
};

export const archiveOrder = z.object({
  ...common,
  archive: z.string().min(1).max(4096),
  sizeBytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().min(1).max(4000),
});

const imageId = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const orderedImage = z.object({
  id: imageId,
  /** The image reference of the new container: the name with the digest, or the id if the engine knows no such name. */
  reference: z.string().min(1).max(512),
  /** The image that the agent runs from now. */
  formerId: imageId,
  container: z.object({
    id: z.string().regex(/^[0-9a-f]{64}$/),
    /** Without the engine's leading slash. */
    name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/),
    /** Its restart policy, which is disabled during the switch. */
    restart: z.object({ Name: z.string(), MaximumRetryCount: z.int().optional() }),
  }),
});

const imageOrder = z.object({ ...common, image: orderedImage });

export type ArchiveOrder = z.infer<typeof archiveOrder>;
export type ImageOrder = z.infer<typeof imageOrder>;
export type OrderedImage = z.infer<typeof orderedImage>;

/** A downloaded, verified and rehearsed version for the watcher: the request can no longer be cancelled. */
export type UpgradeOrder = ArchiveOrder | ImageOrder;

const upgradeOrder = z.union([archiveOrder, imageOrder]);

const prefix = 'rollback-';

/** Creates the id of a switch started on the host, without a request of the control plane. */
export const newRollbackId = (): string => `${prefix}${randomUUID()}`;

export const isRollbackId = (requestId: string): boolean => requestId.startsWith(prefix);

const upgradeOutcome = z.object({
  requestId: z.string().min(1).max(128),
  fromVersion: z.string().min(1).max(64),
  toVersion: z.string().min(1).max(64),
  /** `failed`: nothing was switched; `rolled_back`: the new version ran and the old one runs again. */
  state: z.enum(['switching', 'judging', 'committed', 'rolled_back', 'failed']),
  /** The current activity, or why it ended; null if there is nothing to report. */
  reason: z.string().max(4000).nullable(),
  /** The new version's last output; null without any. Never a secret. */
  lastWords: z.string().max(4000).nullable(),
  updatedAt: z.iso.datetime(),
});

/** The state of an order, or how it ended. */
export type UpgradeOutcome = z.infer<typeof upgradeOutcome>;

export type EndState = 'committed' | 'rolled_back' | 'failed';

export const isEnd = (state: string): state is EndState => ['committed', 'rolled_back', 'failed'].includes(state);

export type UpgradeFiles = ReturnType<typeof upgradeFiles>;

/** Returns the files of an agent with this data directory. They belong to the agent's user: root must not trust them. */
export function upgradeFiles(dataDir: string) {
  const folder = join(dataDir, 'upgrade');
  return {
    folder,
    /** The watcher's unit contains its path too. */
    order: new JsonFile(join(folder, 'order.json'), upgradeOrder),
    outcome: new JsonFile(join(folder, 'outcome.json'), upgradeOutcome),
    fetched: join(folder, 'fetch'),
    staged: join(folder, 'stage'),
    helper: join(folder, 'helper'),
  };
}
