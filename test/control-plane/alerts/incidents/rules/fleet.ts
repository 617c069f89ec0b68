import { readWork } from '../../../../../src/bitcoin/chain-work.ts';
import type { Network } from '../../../../../src/bitcoin/node-config.ts';
import type { DaemonBranch } from '../../../../../src/contract/types.generated.ts';
import { type RuleColumns, stepIncident } from '../../../../../src/control-plane/alerts/incidents/plan-changes.ts';
import { watchChain, withReading } from '../../../../../src/control-plane/alerts/incidents/rules/compare-chains.ts';
import type {
  Judgement,
  NodeFacts,
  SampleFacts,
} from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { judgeChains } from '../../../../../src/control-plane/alerts/incidents/rules/judge-chains.ts';
import { type KeyText, keyOf } from '../../../../../src/control-plane/platform/database/tenant-keys.ts';
import type { BranchStanding, ChainReading } from '../../../../../src/control-plane/tables/incidents.ts';
import { thresholdsOf } from '../../../../../src/control-plane/tables/notifications.ts';
import { nodeFacts, sample, now as start } from '../../../../harness/facts.ts';

/** So many blocks of a branch. */
export const blocks = (branch: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${branch}${index + 1}`);

/** A daemon without a network: what it follows and rejects is assigned. */
export class FakeDaemon {
  readonly id: string;
  /** By height. */
  chain: string[];
  branches: DaemonBranch[] = [];
  change: Partial<NodeFacts> = {};
  sample: Partial<SampleFacts> = {};
  catchesUp = false;
  client: 'bitcoind' | 'knots' = 'bitcoind';
  /** The work of a block by its hash; null as of an agent that reports none. */
  blockWork: ((hash: string) => number) | null = null;
  /** When it was asked, in seconds since the start. */
  readonly asked: number[] = [];

  constructor(id: string, chain: readonly string[]) {
    this.id = id;
    this.chain = [...chain];
  }

  mine(branch: string, count: number): void {
    this.chain.push(...blocks(branch, count));
  }

  get work(): string | null {
    const { blockWork } = this;
    return blockWork === null
      ? null
      : readWork(this.chain.reduce((sum, hash) => sum + blockWork(hash), 0).toString(16));
  }

  /** As `invalidateblock` does: goes back to the block before, and rejects what was on top. */
  reject(height: number): void {
    const [top, tip] = [this.chain.length - 1, this.chain.at(-1) ?? ''];
    const chainWork = this.work;
    this.branches = [{ height: top, hash: tip, branchLength: top - height + 1, status: 'invalid', chainWork }];
    this.chain = this.chain.slice(0, height);
  }

  read(heights: readonly number[]): ChainReading {
    const found = heights.flatMap((height) => this.chain[height] ?? []);
    return {
      tip: { height: this.chain.length - 1, hash: this.chain.at(-1) ?? '' },
      blocks: found.map((hash) => ({ height: this.chain.indexOf(hash), hash })),
      deployments: null,
    };
  }
}

const askEverySeconds = 30;

const idOf = (key: KeyText): string => key.slice(key.indexOf(' ') + 1);

/** Daemons, and the rule that judges them every five seconds, as the control plane does. What it keeps is what the database keeps. */
export class Fleet {
  daemons: FakeDaemon[];
  readonly #network: Network;
  readonly #watches = new Map<string, NodeFacts['watch']>();
  #answers: [FakeDaemon, number[]][] = [];
  seconds = 0;
  incident: RuleColumns | undefined;
  judgement: Judgement | undefined;
  /** What the API shows of the network. */
  shown: ReturnType<typeof judgeChains>['shown'][number] | undefined;
  /** Those without an incident of their own for lagging. */
  splitNodes = new Set<string>();
  readonly history: string[] = [];

  constructor(daemons: FakeDaemon[], network: Network = 'mainnet') {
    this.daemons = daemons;
    this.#network = network;
  }

  run(seconds: number, before: () => void = () => {}): this {
    for (const end = this.seconds + seconds; this.seconds < end; ) {
      before();
      this.seconds += 5;
      this.#judge(new Date(start.getTime() + this.seconds * 1000));
    }
    return this;
  }

  /** Where a daemon's node stands off the leading branch; null on it, and without a split. */
  standing(id: string): BranchStanding | null {
    return this.#watches.get(id)?.branch ?? null;
  }

  get status(): string {
    return this.incident?.status ?? 'none';
  }

  #judge(now: Date): void {
    const readings = new Map(this.#answers.map(([{ id }, heights]) => [id, heights]));
    const nodes = this.daemons.map((daemon) => {
      const { id, chain, branches, change, catchesUp, client, sample: more } = daemon;
      const tip = { height: chain.length - 1, bestBlockHash: chain.at(-1) ?? '' };
      const latest = sample({
        at: now,
        ...tip,
        chainWork: daemon.work,
        headers: tip.height,
        branches,
        catchesUp,
        ...more,
      });
      const isReached = change.executorOnline !== false;
      const old = this.#watches.get(id) ?? null;
      const watched = isReached || old === null ? watchChain(old, latest) : old;
      const heights = readings.get(id);
      const watch = heights === undefined ? watched : withReading(watched, daemon.read(heights));
      this.#watches.set(id, watch);
      const { height, bestBlockHash } = watch;
      const reached = isReached ? latest : { ...latest, height, bestBlockHash };
      const config = { client };
      return nodeFacts({ id, name: id, network: this.#network, watch, sample: reached, config, ...change });
    });
    const { ofNetworks, questions, stances, standings, splitNodes, shown } = judgeChains(nodes, now);
    [this.shown] = shown;
    for (const [key, apart] of stances) {
      const id = idOf(key);
      const watch = this.#watches.get(id);
      const branch = standings.get(key) ?? null;
      if (watch != null && (apart === null || this.status === 'open'))
        this.#watches.set(id, { ...watch, apart, branch });
    }
    this.splitNodes = new Set([...splitNodes].map(idOf));
    this.judgement = ofNetworks[0]?.judgements.chain_split;
    this.#answers = [];
    for (const daemon of this.daemons) {
      const watch = this.#watches.get(daemon.id);
      const heights = questions.get(keyOf(nodeFacts({ id: daemon.id })));
      if (heights === undefined || watch == null) continue;
      if (now.getTime() - (watch.askedAt ?? 0) < askEverySeconds * 1000) continue;
      this.#watches.set(daemon.id, { ...watch, askedAt: now.getTime() });
      daemon.asked.push(this.seconds);
      this.#answers.push([daemon, heights]);
    }
    this.#step(ofNetworks, now);
  }

  #step([found]: ReturnType<typeof judgeChains>['ofNetworks'], now: Date): void {
    if (found === undefined) return;
    const code = 'chain_split';
    const judgement = found.judgements.chain_split ?? null;
    const present = this.incident?.status === 'closed' ? undefined : this.incident;
    const before = this.status;
    const facts = { code, subject: found.subject, present, judgement, thresholds: thresholdsOf(), now } as const;
    const next = stepIncident({ ...facts, afterGap: false });
    if (next === null) return;
    this.incident = next === 'drop' ? undefined : next;
    if (next !== 'drop' && this.status !== before && this.status !== 'pending')
      this.history.push(`${this.status} ${this.seconds}`);
  }
}
