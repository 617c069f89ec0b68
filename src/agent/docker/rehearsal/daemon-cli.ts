import { networkFacts } from '../../../bitcoin/network.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import { type RpcCaller, RpcError } from '../../monitor/rpc.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { type CommandEnd, runInContainer } from '../engine/exec.ts';
import { paths } from '../engine/paths.ts';
import { NotPossible } from './not-possible.ts';

const program = 'bitcoin-cli';

/** Bitcoin Core's RPC_IN_WARMUP (src/rpc/protocol.h). */
const inWarmup = -28;

/** The codes of a program that was not found or cannot be run, in shells and container engines. */
const noProgram = [126, 127] as const;

/** Calls a daemon without network by the client program in its container. */
export const daemonCli = (
  client: EngineClient,
  containerId: string,
  { network }: Pick<NodeConfig, 'network'>,
): RpcCaller => ({
  async call(method, params, signal, seconds = 10) {
    const { chain, rpcPort } = networkFacts(network);
    const command = [
      program,
      // An option of the file may be unknown to the client program.
      '-conf=/dev/null',
      `-datadir=${paths.dataDir}`,
      `-chain=${chain}`,
      `-rpcport=${rpcPort}`,
      `-rpccookiefile=${paths.cookieFile}`,
      `-rpcclienttimeout=${seconds}`,
      method,
      ...params.map(argument),
    ];
    const timeoutSeconds = seconds + 5;
    const end = await runInContainer(client, containerId, command, { signal, timeoutSeconds }).catch(ifMissing);
    return answerOf(method, end);
  },
});

/** Some engines answer a program that does not exist with an error instead of a code. */
function ifMissing(error: unknown): CommandEnd {
  if (error instanceof RuntimeError && /executable file .*not found|no such file or directory/i.test(error.message))
    return { code: noProgram[1], stdout: '', stderr: error.message };
  throw error;
}

const argument = (param: unknown): string => (typeof param === 'string' ? param : JSON.stringify(param));

/** Returns the result of a call: the program prints a text as it is, and everything else as JSON. Throws RpcError. */
export function answerOf(method: string, { code, stdout, stderr }: CommandEnd): unknown {
  if (code === 0) return jsonOrNull(stdout) ?? stdout.trim();
  if (noProgram.some((each) => each === code))
    throw new NotPossible(`the image of the version has no ${program}, which asks a daemon without network`);
  const found = /^error code: (-?\d+)\s+error message:\s+([\s\S]*)/.exec(stderr.trim());
  if (found === null) throw new RpcError('unreachable', stderr.trim() || `${method} ended with code ${code}`);
  const number = Number(found[1]);
  throw new RpcError(number === inWarmup ? 'warming-up' : 'refused', found[2]?.trim() ?? '', number);
}
