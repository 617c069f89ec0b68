import { isAct } from '../../bitcoin/rpc-methods.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { checkedAnswers } from '../daemon/checked-answers.ts';
import type { DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import { readStreamTail, streamHead, streamTailBytes } from '../daemon/read-answers.ts';
import type { DaemonAnswer } from '../daemon/received-answer.ts';
import { hashShape, tipCall, tipOf, wholeText } from '../daemon/tip-call.ts';
import type { Member } from '../members/member.ts';
import type { Outcome } from '../report.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';
import type { Reply } from '../rpc/read-request.ts';
import { type CallAnswer, faultAnswer } from '../rpc/write-answer.ts';
import { isWithoutBlock } from './block-call.ts';
import { broadcast } from './broadcast.ts';
import { Cancelled } from './cancellation.ts';
import { MemberCalls, noAnswerOf, notWhitelisted } from './member-calls.ts';
import { OldBlocks } from './old-blocks.ts';
import type { AllowedCall, Step } from './plan-calls.ts';
import type { ActResult, RequestContext } from './request-context.ts';
import { type WalletTarget, walletMember } from './wallet-member.ts';

/** An answer that is not streamed. */
const maxWholeBytes = 32 * 1024 * 1024;
/** Until then, an answer is checked before a part of it leaves. */
const maxHeldBytes = 64 * 1024;

/** What a call that is not repeated came to. */
interface Made {
  answer: CallAnswer;
  outcome: Outcome;
  nodeIds: readonly string[];
}

/** Executes the steps of a request and sends their answers, in order. */
export class CallRunner {
  readonly #context: RequestContext;
  readonly members: MemberCalls;

  constructor(context: RequestContext) {
    this.#context = context;
    this.members = new MemberCalls(context);
  }

  /** Throws Cancelled. */
  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const { cancellation, outlet, answers } = this.#context;
      cancellation.throwIfCancelled();
      // The caller has taken all answers so far.
      if (!outlet.isHolding) answers.clear();
      if (step.kind === 'refuse') await this.#refuse(step);
      else if (step.kind === 'read') await this.#read(step.calls);
      else if (step.kind === 'stream') await this.#stream(step.call);
      else await this.#act(step.kind, step.call);
    }
  }

  async #refuse({ fault, reply, outcome }: Extract<Step, { kind: 'refuse' }>): Promise<void> {
    this.#count('', outcome);
    await this.#context.outlet.answer(faultAnswer(fault), reply);
  }

  async #read(calls: readonly AllowedCall[]): Promise<void> {
    const read = await this.members.read('light', (member) => this.#readFrom(member, calls));
    if ('fault' in read && read.fault === notWhitelisted && calls.length > 1) {
      // A daemon refuses a request as a whole.
      for (const call of calls) await this.#read([call]);
      return;
    }
    for (const [index, call] of calls.entries()) {
      const answer = 'value' in read ? read.value[index] : undefined;
      if (answer !== undefined) await this.#reply(call, answer);
      else await this.#fail(call, 'fault' in read ? read.fault : noAnswer);
    }
  }

  async #readFrom(member: Member, calls: readonly AllowedCall[]): Promise<readonly CallAnswer[]> {
    const isAtTip = calls.some(({ facts }) => facts.kind === 'read_at_tip');
    const { answers, tip } = await this.members.share(member, calls, isAtTip);
    if (tip !== null) await this.members.accept(member, tip);
    return answers;
  }

  async #stream(call: AllowedCall): Promise<void> {
    const { connection } = this.#context;
    let read: Read<CallAnswer | null> = await this.members.read(call.facts.cost, (each) =>
      this.#streamFrom(each, call),
    );
    const { member } = connection;
    if (member !== null && isRefusal(read)) read = await this.#streamFromOthers(call, member, read);
    if ('fault' in read) await this.#fail(call, read.fault);
    else if (read.value === null) this.#count(call.method, 'ok');
    else await this.#reply(call, read.value);
  }

  /** Answers a call for a block that a member lacks: from another one, or from its bytes. */
  async #streamFromOthers(
    call: AllowedCall,
    lacking: Member,
    refusal: Read<CallAnswer | null>,
  ): Promise<Read<CallAnswer | null>> {
    const { surroundings, outlet } = this.#context;
    const without = new Set([lacking, ...surroundings.members().filter(({ isPruned }) => isPruned)]);
    const read = await this.members.read(call.facts.cost, (each) => this.#streamFrom(each, call), without);
    if ('value' in read && !isRefusal(read)) return read;
    try {
      const answer = await new OldBlocks(this.#context, this.members).answer(call, lacking);
      return answer === undefined ? refusal : { value: answer };
    } catch (error) {
      if (!(error instanceof DaemonFault)) throw error;
      lacking.failed(error);
      if (outlet.isInside) throw new Cancelled(`the answer broke off: ${error.message}`);
      return { fault: noAnswerOf(error) };
    }
  }

  /** Returns the answer, or null for one that was sent in pieces. */
  #streamFrom(member: Member, call: AllowedCall): Promise<CallAnswer | null> {
    const { cost } = call.facts;
    const options = { cost, isRepeatable: true, holdBytes: maxHeldBytes };
    return this.members.send(member, [call, tipCall], options, async (answer) => {
      if ('text' in answer) {
        const answers = checkedAnswers(answer.text, 2);
        await this.members.accept(member, tipOf(answers));
        return answers[0] ?? faultAnswer(noAnswer);
      }
      try {
        await this.#sendInPieces(member, call.reply, answer);
      } finally {
        answer.cancel();
      }
      return null;
    });
  }

  async #sendInPieces(member: Member, reply: Reply, answer: Exclude<DaemonAnswer, { text: string }>) {
    const { outlet } = this.#context;
    const { head } = answer;
    if (head.toString('latin1', 0, streamHead.length) !== streamHead)
      throw new DaemonFault('invalid', 'its answer is no JSON-RPC');
    await outlet.begin(reply);
    let held = head.subarray(streamHead.length);
    for (let chunk = await answer.next(); chunk !== null; chunk = await answer.next()) {
      held = Buffer.concat([held, chunk]);
      const piece = held.subarray(0, Math.max(0, held.length - streamTailBytes));
      held = held.subarray(piece.length);
      await outlet.write(piece);
    }
    // As bytes: the rest may begin inside of a character.
    const tail = readStreamTail(held.toString('latin1'));
    if (tail === null) throw new DaemonFault('invalid', 'its answer is incomplete');
    await this.members.accept(member, tail.tip);
    await outlet.write(held.subarray(0, tail.rest.length));
    outlet.end(reply);
  }

  /** Makes a call that is not repeated: on one member, or as a broadcast to several. It is recorded also without its caller. */
  async #act(kind: 'broadcast' | 'once' | 'wallet', call: AllowedCall): Promise<void> {
    const { surroundings, consumer } = this.#context;
    if (isAct(call.facts) && !surroundings.mayAct(consumer))
      return this.#reply(call, faultAnswer(tooManyUnrecorded), 'limited');
    const { answer, outcome } = isAct(call.facts)
      ? await this.#recorded(call, () => this.#resultOf(kind, call))
      : await this.#resultOf(kind, call);
    await this.#reply(call, answer, outcome);
  }

  /** Makes a call that is in the journal before. */
  async #recorded({ method }: AllowedCall, make: () => Promise<Made>): Promise<Made> {
    const { surroundings, consumer } = this.#context;
    const { acts } = surroundings;
    const id = await acts.begin({ consumer, method });
    let made: Made;
    try {
      made = await make();
    } catch (error) {
      // A call that was sent stays with its member, so that a cancelled one was not.
      await (error instanceof Cancelled ? acts.withdraw(id) : acts.finish(id, unknownResult));
      throw error;
    }
    const { answer, outcome, nodeIds } = made;
    await acts.finish(id, { txid: txidOf(answer), outcome, nodeIds });
    return made;
  }

  async #resultOf(kind: 'broadcast' | 'once' | 'wallet', call: AllowedCall): Promise<Made> {
    const { surroundings, connection, cancellation } = this.#context;
    const chosen = await surroundings.choose(connection, new Set(), cancellation);
    if ('code' in chosen) return failed(chosen);
    if (kind === 'broadcast') return this.#broadcast(chosen, call);
    return kind === 'once' ? this.#once(chosen, call, '/') : this.#onWallet(call);
  }

  async #broadcast(chosen: Member, call: AllowedCall): Promise<Made> {
    const members = this.#context.surroundings.members();
    const others = members.filter((member) => member !== chosen && member.usability.code === 'used');
    const { answer, nodeIds } = await broadcast(call, [chosen, ...others], (member, calls) =>
      this.#answersOf(member, calls, call),
    );
    return { answer, nodeIds, outcome: outcomeOf(answer) };
  }

  /** A wallet's answer depends on the chain of its member, which must not be behind what the connection has seen. */
  async #onWallet(call: AllowedCall): Promise<Made> {
    const { surroundings, connection, cancellation, wallet } = this.#context;
    const members = surroundings.members();
    const target = await targetOf(members, wallet);
    if ('code' in target) return failed(target);
    const others = new Set(members.filter((member) => member !== target.member));
    const ready = await surroundings.choose(connection, others, cancellation);
    if (!('code' in ready)) return this.#once(ready, call, target.path);
    this.members.isConnectionSpent ||= connection.floor !== null;
    return failed(ready);
  }

  async #once(member: Member, call: AllowedCall, path: string): Promise<Made> {
    const nodeIds = [member.config.nodeId];
    // What an act has done cannot be refused afterwards.
    const isReading = !isAct(call.facts);
    try {
      const sent = isReading ? [call, tipCall] : [call];
      const answers = await this.#answersOf(member, sent, call, path);
      if (isReading) await this.members.accept(member, tipOf(answers));
      const [answer = faultAnswer(noAnswer)] = answers;
      return { answer, nodeIds, outcome: outcomeOf(answer) };
    } catch (error) {
      if (!(error instanceof DaemonFault)) throw error;
      member.failed(error);
      if (error.kind === 'forbidden') return failed(notWhitelisted);
      return { ...failed(isReading ? noAnswerOf(error) : unknownOutcome(error)), nodeIds };
    }
  }

  #answersOf(member: Member, sent: readonly DaemonCall[], { facts }: AllowedCall, path = '/'): Promise<CallAnswer[]> {
    const options = { cost: facts.cost, isRepeatable: false, holdBytes: maxWholeBytes, path };
    return this.members.send(member, sent, options, (answer) => checkedAnswers(wholeText(answer), sent.length));
  }

  #fail(call: AllowedCall, fault: RpcFault): Promise<void> {
    return this.#reply(call, faultAnswer(fault), 'unavailable');
  }

  async #reply({ method, reply }: AllowedCall, answer: CallAnswer, outcome = outcomeOf(answer)): Promise<void> {
    this.#count(method, outcome);
    await this.#context.outlet.answer(answer, reply);
  }

  #count(method: string, outcome: Outcome): void {
    const { surroundings, consumer } = this.#context;
    surroundings.onCall(consumer, method, outcome);
  }
}

type Read<T> = { value: T } | { fault: RpcFault };

const isRefusal = (read: Read<CallAnswer | null>): boolean =>
  'value' in read && read.value !== null && isWithoutBlock(read.value);

async function targetOf(members: readonly Member[], wallet: string | null): Promise<WalletTarget<Member> | RpcFault> {
  try {
    return await walletMember(members, wallet);
  } catch (error) {
    if (error instanceof DaemonFault) return noAnswerOf(error);
    throw error;
  }
}

const unknownResult: ActResult = { txid: null, outcome: 'unknown', nodeIds: [] };

const tooManyUnrecorded: RpcFault = {
  code: rpcCodes.limitExceeded,
  message: 'Too many writes of this consumer have not reached the audit log of the control plane. Try again later.',
};

const noAnswer: RpcFault = { code: rpcCodes.internal, message: 'The node of this endpoint gave no answer.' };

const unknownOutcome = ({ message }: DaemonFault): RpcFault => ({
  code: rpcCodes.internal,
  message: `The node of this endpoint gave no answer: ${message}. The call may have taken effect; check before you repeat it.`,
});

const failed = (fault: RpcFault): Made => ({ answer: faultAnswer(fault), outcome: 'unavailable', nodeIds: [] });

const outcomeOf = (answer: CallAnswer): Outcome => ('result' in answer ? 'ok' : 'rpc_error');

/** The id of the transaction that a call made, if its result is one. */
function txidOf(answer: CallAnswer): string | null {
  if (!('result' in answer) || answer.result.length > 200) return null;
  return hashShape.safeParse(jsonOrNull(answer.result)).data ?? null;
}
