import { closeSync, readSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openPlainFile } from '../../storage/plain-file.ts';
import { errorMessage, errorWithCause } from '../../text/error-message.ts';
import { ownVersion } from '../../version.ts';
import { gatherControlPlane } from '../control-plane/gather-control-plane.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { hostRuntime } from './host-runtime.ts';

const fault = z.string().nullable();
export const probeResult = z.object({
  version: z.string(),
  settings: fault,
  store: fault,
  engine: fault,
  controlPlane: fault,
});
export type ProbeResult = z.infer<typeof probeResult>;

const minFreeBytes = 1024 * 1024;

/** Checks everything that an agent with these settings needs, without changing anything. Never throws. */
export async function probe(load: () => AgentSettings): Promise<ProbeResult> {
  const version = ownVersion();
  try {
    const settings = load();
    const [engine, controlPlane] = await Promise.all([engineFault(settings), controlPlaneFault(settings)]);
    return { version, settings: null, store: storeFault(settings.dataDir), engine, controlPlane };
  } catch (error) {
    const message = errorMessage(error);
    return { version, settings: message, store: null, engine: message, controlPlane: message };
  }
}

/** Opens no database: this may be root beside a running agent, whose files must stay its own. */
function storeFault(dataDir: string): string | null {
  try {
    // Root may open files in another user's folder.
    const file = openPlainFile(join(dataDir, 'agent.db'));
    try {
      readSync(file, Buffer.alloc(16));
    } finally {
      closeSync(file);
    }
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < minFreeBytes ? `the disk of ${dataDir} is full` : null;
  } catch (error) {
    return errorMessage(error);
  }
}

const engineFault = (settings: AgentSettings): Promise<string | null> =>
  hostRuntime(settings)
    .facts()
    .then(() => null, errorWithCause);

async function controlPlaneFault(settings: AgentSettings): Promise<string | null> {
  const { error, key } = await gatherControlPlane(settings, Date.now);
  return error ?? (key !== null && 'refusal' in key ? key.refusal : null);
}
