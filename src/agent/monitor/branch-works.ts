import * as z from 'zod';
import { readWork, workPattern } from '../../bitcoin/chain-work.ts';
import { answerOf, isInvalidAnswer, type RpcClient, RpcError } from './rpc.ts';

const headerShape = z.object({ chainwork: z.string().regex(workPattern) });

export interface KnownWork {
  /** Of the daemon's own chain; null if unknown. */
  own: string | null;
  ofBranches: BranchWorks;
}

/**
 * The total work of branches that a daemon does not follow, which `getchaintips` does not report. The work of a block never
 * changes, so each header is read once.
 */
export class BranchWorks {
  #known: ReadonlyMap<string, string | null> = new Map();

  /** Null if unknown. */
  of(hash: string): string | null {
    return this.#known.get(hash) ?? null;
  }

  /** Reads the headers among `hashes` that were not read yet, in one request, and forgets all others. */
  async read(rpc: Pick<RpcClient, 'callAll'>, hashes: readonly string[], signal: AbortSignal): Promise<void> {
    const known = hashes.flatMap((hash) => {
      const work = this.#known.get(hash);
      return work === undefined ? [] : [[hash, work] as const];
    });
    this.#known = new Map(known);
    const missing = hashes.filter((hash) => !this.#known.has(hash));
    if (missing.length === 0) return;
    const calls = missing.map((hash) => ({ method: 'getblockheader', params: [hash] }) as const);
    try {
      const answers = await rpc.callAll(calls, signal);
      const read = missing.map((hash, index) => [hash, workOf(answers[index])] as const);
      this.#known = new Map([...known, ...read]);
    } catch (error) {
      // The work stays unknown until the next reading of the tips; it costs no other figure.
      if (signal.aborted || !(error instanceof RpcError)) throw error;
    }
  }
}

function workOf(answer: Awaited<ReturnType<RpcClient['callAll']>>[number] | undefined): string | null {
  if (answer === undefined || answer instanceof RpcError) return null;
  try {
    return readWork(answerOf('getblockheader', headerShape, answer.result).chainwork);
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
    return null;
  }
}
