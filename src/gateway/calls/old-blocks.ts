import * as z from 'zod';
import { BlockFault, type RawBlock, type RawTransaction, readRawBlock, weightOf } from '../../bitcoin/raw-block.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { checkedAnswers } from '../daemon/checked-answers.ts';
import type { DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import { tipCall, tipOf, wholeText } from '../daemon/tip-call.ts';
import type { Member } from '../members/member.ts';
import { headerCall } from '../members/tip-judge.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';
import { type CallAnswer, faultAnswer } from '../rpc/write-answer.ts';
import { type BlockCall, needsUndoData, readBlockCall } from './block-call.ts';
import type { MemberCalls } from './member-calls.ts';
import type { AllowedCall } from './plan-calls.ts';
import type { RequestContext } from './request-context.ts';

const mebibyte = 1024 * 1024;
/** A block of 4 MB in hexadecimal digits. */
const maxBlockBytes = 10 * mebibyte;
const maxDecodedBytes = 32 * mebibyte;
/** Transactions that a member decodes in one request, and their bytes. */
const together = { count: 100, bytes: mebibyte / 4 };

const headerShape = z.object({ confirmations: z.int(), time: z.int() });

const undoNeeded: RpcFault = {
  code: rpcCodes.misc,
  message:
    'Block not available (pruned data). Another node of this endpoint may have it, but what its transactions spend is known ' +
    'only from undo data, which cannot be checked. Use a lower verbosity, or an endpoint of full nodes.',
};

const notInBlock: RpcFault = {
  code: rpcCodes.invalidAddressOrKey,
  message: 'No such transaction found in the provided block',
};

/**
 * Answers calls for blocks that a member has pruned, with their bytes from members that may answer nothing else now, such as
 * one that is behind: a block's hash proves its bytes. What depends on the chain is the answer of the member itself.
 */
export class OldBlocks {
  readonly #context: RequestContext;
  readonly #members: MemberCalls;

  constructor(context: RequestContext, members: MemberCalls) {
    this.#context = context;
    this.#members = members;
  }

  /**
   * Returns the answer, null for one that was sent in pieces, or undefined if no other member has the block. Throws
   * DaemonFault of the member that has pruned it, and Cancelled.
   */
  async answer(call: AllowedCall, pruned: Member): Promise<CallAnswer | null | undefined> {
    const asked = readBlockCall(call.method, call.params);
    const sources = this.#sources(pruned);
    if (asked === null || sources.length === 0) return undefined;
    if (needsUndoData(asked)) return faultAnswer(undoNeeded);
    const header = await this.#header(asked.blockHash, pruned);
    if ('code' in header) return header;
    const block = await this.#find(asked.blockHash, sources);
    if (block === null) return undefined;
    if (asked.txid !== null) return this.#transaction(asked, block, header, pruned);
    if (asked.verbosity === 0) return { result: JSON.stringify(block.bytes.toString('hex')) };
    const [before, after] = aroundTransactions(header.text, block);
    if (asked.verbosity === 1)
      return { result: before + block.transactions.map(({ txid }) => JSON.stringify(txid)).join(',') + after };
    await this.#sendDecoded(call, block, { before, after, pruned });
    return null;
  }

  /** Members that may have old blocks, also those that are behind, syncing or on another branch. */
  #sources(pruned: Member): Member[] {
    const members = this.#context.surroundings.members();
    return members
      .filter((member) => member !== pruned && member.isAnswering && !member.isPruned)
      .toSorted((a, b) => Number(b.usability.code === 'used') - Number(a.usability.code === 'used'));
  }

  /** The header as the member states it, with the confirmations of its own chain. */
  async #header(hash: string, member: Member): Promise<StatedHeader | Extract<CallAnswer, { code: number }>> {
    const answers = await this.#ask(member, [headerCall(hash), tipCall]);
    await this.#members.accept(member, tipOf(answers));
    const [answer] = answers;
    if (answer !== undefined && 'code' in answer) return answer;
    const { data } = headerShape.safeParse(jsonOrNull(answer?.result ?? ''));
    if (answer === undefined || data === undefined || !answer.result.endsWith('}'))
      throw new DaemonFault('invalid', 'its answer to getblockheader is invalid');
    return { ...data, text: answer.result };
  }

  /** Returns the block of the first member that has it. */
  async #find(hash: string, sources: readonly Member[]): Promise<FoundBlock | null> {
    for (const source of sources) {
      try {
        const call = { method: 'getblock', params: JSON.stringify([hash, 0]) };
        const [answer] = await this.#ask(source, [call], 'heavy', maxBlockBytes);
        if (answer === undefined || 'code' in answer) continue;
        const hex = jsonOrNull(answer.result);
        const bytes = Buffer.from(typeof hex === 'string' ? hex : '', 'hex');
        return { ...readRawBlock(bytes, hash), bytes, hash };
      } catch (error) {
        if (error instanceof BlockFault)
          source.failed(new DaemonFault('refuted', `what it shows as block ${hash} is none: ${error.message}`));
        else if (error instanceof DaemonFault) source.failed(error);
        else throw error;
      }
    }
    return null;
  }

  async #transaction(
    { txid, verbosity }: BlockCall,
    block: FoundBlock,
    header: StatedHeader,
    pruned: Member,
  ): Promise<CallAnswer> {
    const found = block.transactions.find((each) => each.txid === txid);
    if (found === undefined) return faultAnswer(notInBlock);
    if (verbosity === 0) return { result: JSON.stringify(found.bytes.toString('hex')) };
    const [decoded = ''] = await this.#decode([found], pruned);
    const { confirmations, time } = header;
    const isInChain = confirmations >= 0;
    const place = {
      blockhash: block.hash,
      ...(isInChain ? { confirmations, time, blocktime: time } : { confirmations: 0 }),
    };
    return {
      result: `{"in_active_chain":${isInChain},${decoded.slice(1, -1)},${JSON.stringify(place).slice(1)}`,
    };
  }

  /** Sends a block with its transactions, some at a time. */
  async #sendDecoded(
    { reply }: AllowedCall,
    { transactions }: FoundBlock,
    { before, after, pruned }: { before: string; after: string; pruned: Member },
  ): Promise<void> {
    const { outlet } = this.#context;
    await outlet.begin(reply);
    let separator = before;
    for (const some of portionsOf(transactions)) {
      const decoded = await this.#decode(some, pruned);
      await outlet.write(Buffer.from(separator + decoded.join(',')));
      separator = ',';
    }
    await outlet.write(Buffer.from(after));
    outlet.end(reply);
  }

  /** Returns transactions as a member describes them, with their bytes. */
  async #decode(transactions: readonly RawTransaction[], member: Member): Promise<string[]> {
    const hexes = transactions.map(({ bytes }) => bytes.toString('hex'));
    // With witnesses: not guessed, as for transactions from elsewhere.
    const calls = hexes.map((hex) => ({ method: 'decoderawtransaction', params: JSON.stringify([hex, true]) }));
    const answers = await this.#ask(member, calls, 'light', maxDecodedBytes);
    return answers.map((answer, index) => {
      if ('code' in answer || !answer.result.endsWith('}'))
        throw new DaemonFault('invalid', 'it does not decode a transaction');
      return `${answer.result.slice(0, -1)},"hex":"${hexes[index]}"}`;
    });
  }

  #ask(
    member: Member,
    calls: readonly DaemonCall[],
    cost: 'light' | 'heavy' = 'light',
    holdBytes = mebibyte,
  ): Promise<CallAnswer[]> {
    const options = { cost, isRepeatable: true, holdBytes };
    return this.#members.send(member, calls, options, (answer) => checkedAnswers(wholeText(answer), calls.length));
  }
}

interface StatedHeader extends z.infer<typeof headerShape> {
  /** The whole, as the member wrote it. */
  text: string;
}

interface FoundBlock extends RawBlock {
  hash: string;
  bytes: Buffer;
}

/** What stands before and after the transactions of a block. */
function aroundTransactions(header: string, block: FoundBlock): [before: string, after: string] {
  const { strippedSize, size } = block;
  const sizes = JSON.stringify({ strippedsize: strippedSize, size, weight: weightOf(block) });
  return [`${header.slice(0, -1)},${sizes.slice(1, -1)},"tx":[`, ']}'];
}

function portionsOf(transactions: readonly RawTransaction[]): RawTransaction[][] {
  const portions: RawTransaction[][] = [];
  let bytes = 0;
  for (const transaction of transactions) {
    const last = portions.at(-1);
    bytes += transaction.bytes.length;
    if (last !== undefined && last.length < together.count && bytes <= together.bytes) {
      last.push(transaction);
      continue;
    }
    portions.push([transaction]);
    bytes = transaction.bytes.length;
  }
  return portions;
}
