import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { errorMessage } from '../../../text/error-message.ts';

const timeoutMs = 15_000;

/**
 * Deregisters this executor and names the nodes that were removed with their data. Returns why it failed; null after success. Never throws:
 * an agent must be removable when its control plane is gone.
 */
export async function deregister(given: DoctorSettings, removedNodes: readonly string[] = []): Promise<string | null> {
  if ('faults' in given) return given.faults.join('; ');
  const { url, apiKey } = given.settings;
  const [{ controlPlaneClient }, { HttpConnections }] = await Promise.all([
    import('../../../agent/control-plane/client.ts'),
    import('../../../agent/control-plane/http-connections.ts'),
  ]);
  try {
    const client = controlPlaneClient({ url, apiKey, connections: new HttpConnections(given.settings) });
    await client.deregister(removedNodes, AbortSignal.timeout(timeoutMs));
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
