import * as z from 'zod';
import { readJsonFile, removeJsonFile, writeJsonFile } from './json-file.ts';
import type { UpgradeFiles } from './upgrade-files.ts';

const upgradeOrder = z.object({
  /** The request of the control plane. */
  requestId: z.string().min(1).max(128),
  fromVersion: z.string().min(1).max(64),
  toVersion: z.string().min(1).max(64),
  channel: z.string().min(1).max(63),
  /** Such as linux-x64. */
  platform: z.string().min(1).max(63),
  /** The path of the archive. */
  archive: z.string().min(1).max(4096),
  sizeBytes: z.int().positive(),
  /** In lower-case hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The text of a minisign file. */
  signature: z.string().min(1).max(4000),
  /** ISO time. */
  orderedAt: z.iso.datetime(),
});

/** The agent has fetched, checked and rehearsed a version, and asks the watcher to switch to it: there is no way back for the request. */
export type UpgradeOrder = z.infer<typeof upgradeOrder>;

/** Null where nothing is ordered. Throws InvalidUpgradeFile. Whoever reads it as root trusts nothing that it says. */
export const readOrder = ({ order }: UpgradeFiles): UpgradeOrder | null => readJsonFile(order, upgradeOrder);

export const writeOrder = (files: UpgradeFiles, order: UpgradeOrder): void =>
  writeJsonFile(files.order, upgradeOrder, order);

export const removeOrder = ({ order }: UpgradeFiles): void => removeJsonFile(order);
