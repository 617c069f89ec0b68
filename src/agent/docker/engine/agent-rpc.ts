import * as z from 'zod';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import type { AgentRpc } from '../../runtime/node-record.ts';
import type { EngineClient } from './engine-client.ts';
import { paths } from './paths.ts';
import { readFile } from './read-file.ts';

const shape = z.object({ password: z.string().min(16).max(256), salt: z.string().regex(/^[0-9a-f]{16,64}$/) });

/**
 * Reads the agent's RPC credentials from the volume that a container mounts; null without any. They are beside the data
 * directory, accessible to root only: with them, an agent that lost its store recognizes a matching container. Throws
 * RuntimeError.
 */
export async function readAgentRpc(client: EngineClient, containerId: string): Promise<AgentRpc | null> {
  const bytes = await readFile(client, containerId, paths.agentRpc);
  return bytes === null ? null : (shape.safeParse(jsonOrNull(bytes.toString('utf8'))).data ?? null);
}
