import type { Logger } from 'pino';
import { byWork } from '../../bitcoin/chain-work.ts';
import { findRpcMethod } from '../../bitcoin/rpc-methods.ts';
import type { Clock } from '../../timing/clock.ts';
import { type Cancellation, Cancelled } from '../calls/cancellation.ts';
import type { ActRecords, Connection, Surroundings } from '../calls/request-context.ts';
import type { EndpointConfig, MemberConfig } from '../config.ts';
import { Consumer } from '../consumers/consumer.ts';
import { ChainView } from '../members/chain-view.ts';
import { chooseMember, notCaughtUp } from '../members/choose.ts';
import { Member } from '../members/member.ts';
import type { NodeSlots } from '../members/node-slots.ts';
import { lagOf, usabilityOf } from '../members/usability.ts';
import { EndpointCounts } from '../metrics/counts.ts';
import type { ConsumerReport, MemberCode, MemberReport, Outcome } from '../report.ts';
import type { RpcFault } from '../rpc/faults.ts';

/** How long a call waits for a member that has what its connection has seen. */
const catchUpMs = 5000;

export interface EndpointOptions {
  clock: Clock;
  log: Logger;
  /** Of all endpoints. */
  nodeSlots: NodeSlots;
  /** Whether another act of the consumer can be recorded. */
  mayAct(consumerId: string): boolean;
  acts: ActRecords;
}

interface Followed {
  member: Member;
  stop: AbortController;
}

/** One address with its members and consumers, without the server. */
export class Endpoint implements Surroundings {
  readonly counts = new EndpointCounts();
  readonly #options: EndpointOptions;
  readonly #chainView: ChainView;
  #config: EndpointConfig;
  #followed: Followed[] = [];
  #consumers: ReadonlyMap<string, Consumer> = new Map();
  /** Calls that wait for a member. */
  readonly #waiting = new Set<() => void>();
  #turn = 0;
  /** Whether a consumer may make calls of wallets. */
  #followsWallets = false;

  constructor(config: EndpointConfig, options: EndpointOptions) {
    this.#options = options;
    this.#config = config;
    this.#chainView = new ChainView(config.network);
    this.update(config);
  }

  get config(): EndpointConfig {
    return this.#config;
  }

  /** By name. */
  get consumers(): ReadonlyMap<string, Consumer> {
    return this.#consumers;
  }

  /** Takes another configuration. Members and consumers that stay keep what is known of them. */
  update(config: EndpointConfig): void {
    this.#config = config;
    this.#followsWallets = config.consumers.some(({ methods }) =>
      methods.some((method) => findRpcMethod(method)?.kind === 'wallet'),
    );
    this.#chainView.setVerdict(config.branches);
    this.#updateMembers(config.members);
    this.#updateConsumers();
    for (const { member } of this.#followed) member.lookSoon();
    this.#refresh();
  }

  members(): readonly Member[] {
    return this.#followed.map(({ member }) => member);
  }

  async choose(
    connection: Connection,
    tried: ReadonlySet<Member>,
    cancellation: Cancellation,
  ): Promise<Member | RpcFault> {
    const { clock } = this.#options;
    const deadline = clock.elapsed() + catchUpMs;
    for (;;) {
      const { floor, member: preferred } = connection;
      const choice = chooseMember(this.members(), { floor, tried, preferred, turn: this.#turn++ });
      if ('member' in choice) return choice.member;
      if ('fault' in choice) return choice.fault;
      const leftMs = deadline - clock.elapsed();
      if (leftMs <= 0) return notCaughtUp;
      await this.#change(leftMs, cancellation);
    }
  }

  onCall(consumer: Consumer, method: string, outcome: Outcome): void {
    consumer.count(outcome);
    this.counts.call(consumer.config.name, method, outcome);
  }

  onRetry(): void {
    this.counts.retries++;
  }

  mayAct(consumer: Consumer): boolean {
    return this.#options.mayAct(consumer.config.id);
  }

  get acts(): ActRecords {
    return this.#options.acts;
  }

  /** Ends requests in flight whose secrets have expired. */
  endExpired(): void {
    const now = this.#options.clock.now();
    for (const consumer of this.#consumers.values()) consumer.endExpired(now);
  }

  /** Ends all requests, and refuses later ones. */
  revokeAll(): void {
    for (const consumer of this.#consumers.values()) consumer.revoke();
    this.#consumers = new Map();
  }

  /** Ends all requests and looks. */
  async destroy(): Promise<void> {
    this.revokeAll();
    await Promise.all(this.#followed.map(stopFollowing));
  }

  memberReports(): MemberReport[] {
    const members = this.members();
    const best = members
      .flatMap(({ tip, usability }) => (tip !== null && usability.code === 'used' ? [tip] : []))
      .toSorted((a, b) => byWork(a.work, b.work))[0];
    return members.map(({ config, usability, usableSince, tip, height, slots, warnings }) => ({
      ...{ nodeId: config.nodeId, name: config.name, ...usability, since: new Date(usableSince).toISOString() },
      ...{ height, chainWork: tip?.work ?? null, tip: tip?.hash ?? null, lag: lagOf(tip, best) },
      ...{ inFlight: slots.inFlight, queued: slots.queued, warnings: [...warnings] },
    }));
  }

  consumerReports(): ConsumerReport[] {
    return [...this.#consumers.values()].map(({ config: { id, secrets }, lastUsed, outcomes }) => ({
      id,
      lastUsedAt: timeOrNull(lastUsed.size === 0 ? undefined : Math.max(...lastUsed.values())),
      calls: Object.fromEntries(outcomes),
      secrets: secrets.map((secret) => ({ id: secret.id, lastUsedAt: timeOrNull(lastUsed.get(secret.id)) })),
    }));
  }

  #updateMembers(configs: readonly MemberConfig[]): void {
    const left = new Map(this.#followed.map((each) => [JSON.stringify(each.member.config), each]));
    const known = new Map(this.members().map(({ config: { nodeId }, wallets }) => [nodeId, wallets]));
    const next = configs.map((config) => {
      const key = JSON.stringify(config);
      const same = left.get(key);
      left.delete(key);
      return same ?? this.#follow(config, known.get(config.nodeId) ?? null);
    });
    this.#followed = next;
    for (const each of left.values()) void this.#letGo(each);
  }

  #follow(config: MemberConfig, wallets: readonly string[] | null): Followed {
    const { clock, log, nodeSlots } = this.#options;
    const member = new Member(config, {
      ...{ chainView: this.#chainView, nodeSlots, clock, wallets },
      onChange: () => this.#refresh(),
      followsWallets: () => this.#followsWallets,
    });
    const stop = new AbortController();
    const failed = (err: unknown) => log.error({ err, node: config.name }, 'stopped following a member');
    void member.follow(stop.signal).catch(failed);
    return { member, stop };
  }

  /** Calls that another member can answer move there; the others have some time. */
  async #letGo({ member, stop }: Followed): Promise<void> {
    const { clock } = this.#options;
    stop.abort();
    member.abandon({ repeatableOnly: true });
    const deadline = clock.elapsed() + letGoMs;
    const never = new AbortController().signal;
    while (member.slots.inFlight > 0 && clock.elapsed() < deadline) await clock.sleep(100, never);
    await member.destroy();
  }

  #updateConsumers(): void {
    const left = new Map([...this.#consumers.values()].map((consumer) => [consumer.config.id, consumer]));
    const next = this.#config.consumers.map((config) => {
      const same = left.get(config.id);
      left.delete(config.id);
      if (same === undefined) return new Consumer(config, this.#options.clock.elapsed);
      same.revokeNarrowed(config);
      same.update(config);
      return same;
    });
    this.#consumers = new Map(next.map((consumer) => [consumer.config.name, consumer]));
    for (const consumer of left.values()) {
      consumer.revoke();
      this.counts.forget(consumer.config.name);
    }
  }

  /** Decides again which members are used, after something about one of them changed. */
  #refresh(): void {
    const { clock, log } = this.#options;
    const members = this.members();
    const found = usabilityOf(
      members.map(({ facts }) => facts),
      this.#config.network,
      this.#config.branches,
    );
    const isAnyUsed = found.some(({ code }) => code === 'used');
    for (const [index, member] of members.entries()) {
      const usability = found[index] ?? member.usability;
      const { code } = member.usability;
      const isChanged = code !== usability.code;
      member.usability = usability;
      if (!isChanged) continue;
      member.usableSince = clock.now();
      log.info({ node: member.config.name, endpoint: this.#config.name }, `${usability.code}: ${usability.reason}`);
      if (isAnyUsed && !stillAnswers.has(usability.code)) member.abandon({ repeatableOnly: true });
    }
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when something about a member changes, or after `ms`. Throws Cancelled. */
  #change(ms: number, cancellation: Cancellation): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, ms);
    const forget = cancellation.on(() => reject(new Cancelled('the request was cancelled')));
    this.#waiting.add(resolve);
    for (const { member } of this.#followed) member.lookSoon();
    return promise.finally(() => {
      clearTimeout(late);
      forget();
      this.#waiting.delete(resolve);
    });
  }
}

const letGoMs = 10_000;

/** Calls in flight on such a member end well. */
const stillAnswers: ReadonlySet<MemberCode> = new Set(['used', 'behind', 'syncing', 'passed_over']);

async function stopFollowing({ member, stop }: Followed): Promise<void> {
  stop.abort();
  await member.destroy();
}

const timeOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
