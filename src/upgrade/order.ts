import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readJsonFile, removeJsonFile, writeJsonFile } from './json-file.ts';
import type { UpgradeFiles } from './upgrade-files.ts';

const common = {
  requestId: z.string().min(1).max(128),
  fromVersion: z.string().min(1).max(64),
  toVersion: z.string().min(1).max(64),
  channel: z.string().min(1).max(63),
  platform: z.string().min(1).max(63),
  orderedAt: z.iso.datetime(),
};

const archiveOrder = z.object({
  ...common,
  archive: z.string().min(1).max(4096),
  sizeBytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().min(1).max(4000),
});

const imageId = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** An image, and the container of the agent that is to be re-created from it. */
export const orderedImage = z.object({
  id: imageId,
  /** What the new container names as its image: the name with the digest, or the id where the engine knows no such name. */
  reference: z.string().min(1).max(512),
  /** The image that the agent runs from now. */
  formerId: imageId,
  container: z.object({
    id: z.string().regex(/^[0-9a-f]{64}$/),
    /** Without the slash that the engine puts before it. */
    name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/),
    /** Its restart policy, which is taken from it while it is switched. */
    restart: z.object({ Name: z.string(), MaximumRetryCount: z.int().optional() }),
  }),
});

const imageOrder = z.object({ ...common, image: orderedImage });

/** For a host where the agent was installed from an archive. */
export type ArchiveOrder = z.infer<typeof archiveOrder>;
export type ImageOrder = z.infer<typeof imageOrder>;
export type OrderedImage = z.infer<typeof orderedImage>;

/** The agent has fetched, checked and rehearsed a version, and asks the watcher to switch to it: there is no way back for the request. */
export type UpgradeOrder = ArchiveOrder | ImageOrder;

const upgradeOrder = z.union([archiveOrder, imageOrder]);

/** Null where nothing is ordered. Throws InvalidUpgradeFile. Anyone who reads it as root trusts nothing that it says. */
export const readOrder = ({ order }: UpgradeFiles): UpgradeOrder | null => readJsonFile(order, upgradeOrder);

export const writeOrder = (files: UpgradeFiles, order: UpgradeOrder): void =>
  writeJsonFile(files.order, upgradeOrder, order);

export const removeOrder = ({ order }: UpgradeFiles): void => removeJsonFile(order);

const prefix = 'rollback-';

/** Makes the id of a switch that an operator starts on the host, without a request of the control plane. */
export const newRollbackId = (): string => `${prefix}${randomUUID()}`;

export const isRollbackId = (requestId: string): boolean => requestId.startsWith(prefix);
