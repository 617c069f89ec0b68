import { readFile, stat } from 'node:fs/promises';
import type { NewEvent } from '../outbox/event.ts';
import { readValue, type Store, writeValue } from '../store/database.ts';

export interface HostRun {
  bootId: string | null;
  engineStartedAt: number | null;
}

export interface RestartCheck {
  database: Store;
  record(event: NewEvent): void;
  readRun(): Promise<HostRun>;
}

/** Reports each restart of the host or its engine once, also without an agent at the time. Throws RuntimeError. */
export async function checkRestart({ database, record, readRun }: RestartCheck): Promise<void> {
  const now = await readRun();
  const startedAt = readValue(database, 'engine_started_at');
  const last = {
    bootId: readValue(database, 'boot_id') ?? null,
    engineStartedAt: startedAt === undefined ? null : Number(startedAt),
  };
  const event = restartEvent(last, now);
  database.transaction(() => {
    if (event !== null) record(event);
    if (now.bootId !== null) writeValue(database, 'boot_id', now.bootId);
    if (now.engineStartedAt !== null) writeValue(database, 'engine_started_at', String(now.engineStartedAt));
  });
}

/** Returns the event of a restart between two runs; null without one, or if the first is unknown. */
export function restartEvent(last: HostRun, now: HostRun): NewEvent | null {
  if (last.bootId !== null && now.bootId !== null && isOtherBoot(last.bootId, now.bootId))
    return { nodeId: null, kind: 'executor.host_restarted', message: 'The host rebooted and its nodes restarted.' };
  if (last.engineStartedAt === null || now.engineStartedAt === null || last.engineStartedAt === now.engineStartedAt)
    return null;
  const at = new Date(now.engineStartedAt).toISOString();
  const message = `The Docker engine restarted at ${at}, and the nodes with it.`;
  return { nodeId: null, kind: 'executor.engine_restarted', message };
}

/** If either id lacks systemd's part (older agents, containers), compare the kernel's boot id only. */
function isOtherBoot(last: string, now: string): boolean {
  const [[lastKernel, lastBirth], [kernel, birth]] = [last.split(' '), now.split(' ')];
  return lastKernel !== kernel || (lastBirth !== undefined && birth !== undefined && lastBirth !== birth);
}

/** Includes the creation time of systemd's folder: a system container shares its host's kernel id. */
export async function readBootId(systemdFolder = '/run/systemd/system'): Promise<string | null> {
  const [id, folder] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    stat(systemdFolder).catch(() => null),
  ]);
  if (id.trim() === '') return null;
  return folder === null ? id.trim() : `${id.trim()} ${Math.trunc(folder.birthtimeMs)}`;
}
