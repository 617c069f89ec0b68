import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { printable } from '../../text/printable.ts';
import { shorten } from '../../text/shorten.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { MemberConfig } from '../config.ts';
import { checkedAnswers } from '../daemon/checked-answers.ts';
import { Daemon, type DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';
import type { ChainView } from './chain-view.ts';
import type { FairSlots } from './fair-slots.ts';
import type { Flight } from './flight.ts';
import type { NodeSlots } from './node-slots.ts';
import { SharedReads } from './shared-reads.ts';
import { defaultThreads, slotLimits } from './slot-limits.ts';
import { type Block, TipJudge } from './tip-judge.ts';
import { type ChainInfo, chainUsability, type MemberFacts, type Usability } from './usability.ts';

/** Between two looks at a member, and between those that calls ask for. */
const [everyMs, atLeastMs] = [1000, 100];
const lookTimeoutMs = 3000;
/** The gateway's own calls have small answers. */
const ownAnswerBytes = 256 * 1024;

const versionShape = z.object({ version: z.int() });

/** What is reported is bounded: the control plane refuses a report with a longer text or number as a whole. */
const infoShape = z.object({
  chain: z.string().regex(/^[\w-]{1,64}$/),
  blocks: z.int32().nonnegative(),
  headers: z.int(),
  bestblockhash: z.string().regex(/^[0-9a-f]{64}$/),
  initialblockdownload: z.boolean(),
  pruned: z.boolean().default(false),
  // A list since version 28.
  warnings: z.union([z.string(), z.array(z.string())]).default([]),
});

/** A member that left a call unanswered gets none for so long, if another one can answer. */
const stalledMs = 30_000;

/** A member that fails a call for such a reason fails others as well. */
const noted: ReadonlySet<DaemonFault['kind']> = new Set(['unreachable', 'warming_up', 'refuted']);

const walletsShape = z.array(z.string());

const maxWarnings = 5;
const maxWarningLength = 200;

export interface MemberOptions {
  chainView: ChainView;
  nodeSlots: NodeSlots;
  clock: Clock;
  /** Called when its facts changed. */
  onChange(): void;
  /** Whether a consumer uses wallets. */
  followsWallets(): boolean;
  /** What an earlier object of the same node knew. */
  wallets: readonly string[] | null;
}

/** A node of an endpoint, and what the gateway knows of it. */
export class Member {
  readonly config: MemberConfig;
  readonly daemon: Daemon;
  readonly slots: FairSlots;
  readonly flights = new Set<Flight>();
  readonly reads = new SharedReads(this);
  usability: Usability = { code: 'starting', reason: 'The gateway has not asked it yet.' };
  /** In milliseconds since the Unix epoch. */
  usableSince: number;
  readonly #chainView: ChainView;
  readonly #nodeSlots: NodeSlots;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #wake: Notify;
  readonly #judge: TipJudge;
  readonly #judging = new Map<string, Promise<Block>>();
  readonly #followsWallets: () => boolean;
  #wallets: readonly string[] | null;
  #readingWallets: Promise<readonly string[]> | null = null;
  #fault: DaemonFault | null | undefined;
  /** Whether its version is known since its last start. */
  #isVersionKnown = false;
  #isPruned = false;
  #chain: ChainInfo | null = null;
  #tipHash: string | null = null;
  /** As `clock.elapsed()` counts. */
  #stalledUntil = 0;
  /** Whether its chain changed during the last look. */
  #wasStale = false;

  constructor(config: MemberConfig, { chainView, nodeSlots, clock, onChange, followsWallets, wallets }: MemberOptions) {
    this.config = config;
    this.#nodeSlots = nodeSlots;
    this.slots = nodeSlots.acquire(config.nodeId);
    if (config.rpcThreads !== undefined) this.slots.setLimits(slotLimits(config.rpcThreads));
    this.#followsWallets = followsWallets;
    this.#wallets = wallets;
    this.daemon = new Daemon(config);
    this.usableSince = clock.now();
    this.#chainView = chainView;
    this.#judge = new TipJudge(chainView, (calls) => this.ask(calls));
    this.#clock = clock;
    this.#onChange = onChange;
    this.#wake = new Notify(clock);
  }

  /** Null while unknown, also after a new verdict, until the next look. */
  get tip(): Block | null {
    return (this.#tipHash === null ? undefined : this.#judge.known(this.#tipHash)) ?? null;
  }

  get facts(): MemberFacts {
    const isStalled = this.#clock.elapsed() < this.#stalledUntil;
    return { config: this.config, fault: this.#fault, chain: this.#chain, tip: this.tip, isStalled };
  }

  /** Whether it answers, also if it is behind or on another branch. */
  get isAnswering(): boolean {
    return this.#fault === null && this.config.startedWithGatewayUser && this.config.passedOver === undefined;
  }

  /** Whether it lacks old blocks. */
  get isPruned(): boolean {
    return this.#isPruned;
  }

  /** As it states it; null while unknown. */
  get height(): number | null {
    return this.tip?.height ?? this.#chain?.blocks ?? null;
  }

  get warnings(): readonly string[] {
    return this.#chain?.warnings ?? [];
  }

  /** The wallets that it had loaded when it was asked last; null if it was never asked. */
  get wallets(): readonly string[] | null {
    return this.#wallets;
  }

  /** Looks at the member every second until `signal` aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    if (!this.config.startedWithGatewayUser) return;
    while (!signal.aborted) {
      await this.#look();
      await this.#clock.sleep(atLeastMs, signal);
      await this.#wake.wait(everyMs - atLeastMs, signal);
    }
  }

  /** Looks at the member now, because something about it changed. */
  lookSoon(): void {
    this.#wake.notify();
  }

  /** Takes note that it failed to answer a call. */
  failed(fault: DaemonFault): void {
    if (noted.has(fault.kind)) this.#setFault(fault);
    if (fault.kind === 'timeout') {
      this.#stalledUntil = this.#clock.elapsed() + stalledMs;
      this.#onChange();
    }
    this.lookSoon();
  }

  /** Judges the last block of an answer of this member. Throws DaemonFault. */
  async judge(hash: string): Promise<Block> {
    const known = this.#judge.known(hash);
    const block = known ?? (await this.#judgeOnce(hash));
    if (hash !== this.#tipHash && known === undefined) {
      this.#tipHash = hash;
      this.#onChange();
    }
    if (this.#chainView.isUndecided) throw new DaemonFault('stale', 'the chain is split into branches of equal work');
    return block;
  }

  /** Ends calls in flight; `repeatableOnly`: only those that another member can answer. */
  abandon({ repeatableOnly }: { repeatableOnly: boolean }): void {
    for (const { sent, isRepeatable } of [...this.flights]) if (isRepeatable || !repeatableOnly) sent.leave();
  }

  async destroy(): Promise<void> {
    this.abandon({ repeatableOnly: false });
    this.#nodeSlots.release(this.config.nodeId);
    await this.daemon.destroy();
  }

  /** Makes calls of the gateway itself. Throws DaemonFault. */
  async ask(calls: readonly DaemonCall[]): Promise<CallAnswer[]> {
    const sent = this.daemon.send(calls, { timeoutMs: lookTimeoutMs, holdBytes: ownAnswerBytes });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      sent.abort();
    }, lookTimeoutMs);
    try {
      const answer = await sent.answer;
      if ('text' in answer) return checkedAnswers(answer.text, calls.length);
      answer.cancel();
      throw new DaemonFault('invalid', 'its answer is too large');
    } catch (error) {
      throw isLate ? new DaemonFault('timeout', 'it does not answer in time') : error;
    } finally {
      clearTimeout(late);
    }
  }

  /** Asks for the loaded wallets. Calls at the same time share an answer. Throws DaemonFault. */
  readWallets(): Promise<readonly string[]> {
    this.#readingWallets ??= this.#askWallets().finally(() => {
      this.#readingWallets = null;
    });
    return this.#readingWallets;
  }

  async #askWallets(): Promise<readonly string[]> {
    const [answer] = await this.ask([{ method: 'listwallets', params: '[]' }]);
    // A daemon without wallets does not know the method.
    const wallets =
      answer === undefined || 'code' in answer ? [] : walletsShape.safeParse(jsonOrNull(answer.result)).data;
    if (wallets === undefined) throw new DaemonFault('invalid', 'its answer to listwallets is invalid');
    this.#wallets = wallets;
    return wallets;
  }

  async #look(): Promise<void> {
    try {
      const asked = this.#isVersionKnown ? ['getblockchaininfo'] : ['getblockchaininfo', 'getnetworkinfo'];
      const [answer, version] = await this.ask(asked.map((method) => ({ method, params: '[]' })));
      if (version !== undefined) this.#takeVersion(version);
      const info = infoShape.safeParse(answer !== undefined && 'result' in answer ? jsonOrNull(answer.result) : null);
      if (info.data === undefined) throw new DaemonFault('invalid', 'its answer to getblockchaininfo is invalid');
      const { headers, blocks, initialblockdownload: isSyncing, bestblockhash } = info.data;
      const warnings = readWarnings(info.data.warnings);
      const chain = { chain: info.data.chain, headers, blocks, isSyncing, warnings };
      // Each look at a daemon that syncs would read the headers of all that it has got since the last.
      const isFollowed = chainUsability(chain, this.#chainView.network) === null;
      if (isFollowed) await this.#judgeOnce(bestblockhash);
      this.#chain = chain;
      this.#isPruned = info.data.pruned;
      this.#tipHash = isFollowed ? bestblockhash : null;
      this.#wasStale = false;
      this.#setFault(null);
      if (this.#followsWallets()) await this.#lookAtWallets();
    } catch (error) {
      if (!(error instanceof DaemonFault)) throw error;
      // Its chain changed during the look: the next look is about the new one, if it is true.
      const isOnce = error.kind === 'stale' && !this.#wasStale;
      this.#wasStale = error.kind === 'stale';
      if (!isOnce) this.#setFault(error);
    }
  }

  async #lookAtWallets(): Promise<void> {
    try {
      await this.readWallets();
    } catch (error) {
      // What was known stays until the next look. Reads of the chain do not depend on it.
      if (!(error instanceof DaemonFault)) throw error;
    }
  }

  #takeVersion(answer: CallAnswer): void {
    const { data } = versionShape.safeParse('result' in answer ? jsonOrNull(answer.result) : null);
    this.#isVersionKnown = data !== undefined;
    if (data !== undefined) this.slots.setLimits(slotLimits(this.config.rpcThreads ?? defaultThreads(data.version)));
  }

  #setFault(fault: DaemonFault | null): void {
    this.#fault = fault;
    // It may start again as another version.
    if (fault !== null) this.#isVersionKnown = false;
    this.#onChange();
  }

  /** Shares a reading of a header among the calls that wait for it. */
  #judgeOnce(hash: string): Promise<Block> {
    return this.#judging.getOrInsertComputed(hash, () =>
      this.#judge.judge(hash).finally(() => this.#judging.delete(hash)),
    );
  }
}

const readWarnings = (warnings: string | readonly string[]): string[] =>
  [warnings]
    .flat()
    .filter((text) => text !== '')
    .slice(0, maxWarnings)
    .map((text) => shorten(printable(text), maxWarningLength));
