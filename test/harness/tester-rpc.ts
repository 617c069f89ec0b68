import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { rpcAuth } from '../../src/bitcoin/rpc-auth.ts';
import type { TestNode } from './test-node.ts';

export interface Tester {
  user: string;
  password: string;
}

export const tester: Tester = { user: 'tester', password: 'tested' };

/** The `rpcauth` value of a user. */
export const authOf = ({ user, password }: Tester): string => rpcAuth(user, password, 'ab'.repeat(16));

/** Calls a node's RPC and returns the HTTP status with the result. */
export async function callAs(
  node: TestNode,
  { user, password }: Tester,
  method: string,
  params: unknown[] = [],
): Promise<{ status: number; result: unknown }> {
  const { host, rpcPort: port } = node.worker.report().endpoint ?? {};
  const call = request({ host, port, method: 'POST', agent: false, auth: `${user}:${password}` });
  call.end(JSON.stringify({ id: 1, method, params }));
  const [response] = await once(call, 'response');
  if (response.statusCode !== 200) {
    response.resume();
    return { status: response.statusCode, result: null };
  }
  return { status: 200, result: ((await json(response)) as { result: unknown }).result };
}
