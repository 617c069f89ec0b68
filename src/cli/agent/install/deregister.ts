import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { errorMessage } from '../../../text/error-message.ts';

const timeoutMs = 15_000;

/**
 * Tells the control plane that no agent reports for this executor any more, and which nodes were removed with their data. Returns why it could not
 * be told; null where it knows now. Never
 * throws: an agent whose control plane is gone must be removable.
 */
export async function deregister(given: DoctorSettings, removedNodes: readonly string[] = []): Promise<string | null> {
  if ('faults' in given) return given.faults.join('; ');
  const { url, apiKey } = given.settings;
  const [{ ControlPlaneClient }, { HttpConnections }] = await Promise.all([
    import('../../../agent/control-plane/client.ts'),
    import('../../../agent/control-plane/http-connections.ts'),
  ]);
  try {
    const client = new ControlPlaneClient({ url, apiKey, connections: new HttpConnections(given.settings) });
    await client.deregister(removedNodes, AbortSignal.timeout(timeoutMs));
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}
