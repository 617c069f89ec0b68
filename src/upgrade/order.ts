import { randomUUID } from 'node:crypto';
import * as z from 'zod';

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

/** An image, and the agent's container to re-create from it. */
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

export const upgradeOrder = z.union([archiveOrder, imageOrder]);

const prefix = 'rollback-';

/** Creates the id of a switch started on the host, without a request of the control plane. */
export const newRollbackId = (): string => `${prefix}${randomUUID()}`;

export const isRollbackId = (requestId: string): boolean => requestId.startsWith(prefix);
