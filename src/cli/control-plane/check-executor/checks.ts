import { isAnswering } from '../../../contract/phases.ts';
import { CommandError } from '../../command-error.ts';
import { isTransient, Nonconformity, type TrialNode } from './trial-node.ts';

/** What the guide requires: an executor must reach level 1, should reach level 2, and may reach level 3. */
const levels = [0, 1, 2, 3] as const;
export type Level = (typeof levels)[number];

export interface Check {
  level: Level;
  /** What a conforming executor does. */
  text: string;
  /** Throws Nonconformity. */
  run(node: TrialNode): Promise<void>;
}

const deletion = 'deletes the node and its data';
const marker = 'satrap-check';
const isUp = ({ status }: { status: { phase: Parameters<typeof isAnswering>[0] } }) => isAnswering(status.phase);

const check = (level: Level, text: string, run: Check['run']): Check => ({ level, text, run });

/** The life of a node, in order. */
const checks: readonly Check[] = [
  check(0, 'sends heartbeats', async (node) => {
    const { lastSeenAt } = node.trial.executor;
    const hasBeaten = await node.until(async () => {
      const now = await node.executorNow();
      return now.status === 'online' && now.lastSeenAt !== lastSeenAt;
    });
    if (!hasBeaten) throw new Nonconformity('sent no heartbeat');
  }),
  check(1, 'runs a new node', async (node) => {
    await node.create();
    await node.isReported('the node as syncing or running', isUp);
  }),
  check(1, 'publishes an endpoint that accepts the platform’s RPC credentials', (node) =>
    node.rpcAnswers(
      'getblockchaininfo',
      `did not serve the chain ${node.chain}`,
      (info) => (info as { chain?: unknown }).chain === node.chain,
    ),
  ),
  check(1, 'refuses other RPC credentials', async (node) => {
    const answer = await node.rpc('getblockchaininfo', `not-${marker}`);
    if (answer?.status !== 401)
      throw new Nonconformity(`answered a wrong password with ${answer ? `HTTP ${answer.status}` : 'nothing'}`);
  }),
  check(1, 'applies a changed setting', async (node) => {
    await node.update([
      { key: 'connect', value: '0' },
      { key: 'uacomment', value: marker },
    ]);
    await node.isReported('the changed node as syncing or running', isUp);
    await node.rpcAnswers('getnetworkinfo', 'did not apply uacomment', (info) =>
      String((info as { subversion?: unknown }).subversion).includes(marker),
    );
  }),
  check(1, 'restarts the daemon', async (node) => {
    const requestedAt = performance.now();
    await node.act('restart');
    await node.rpcAnswers(
      'uptime',
      'did not restart the daemon',
      // In whole seconds, rounded down.
      (uptime) => Number(uptime) < (performance.now() - requestedAt) / 1000 - 1,
    );
    await node.isReported('the restarted node as syncing or running', isUp);
  }),
  check(1, 'stops the daemon', async (node) => {
    await node.act('stop');
    await node.isReported('the node as stopped', ({ status }) => status.phase === 'stopped');
    if ((await node.rpc('uptime')) !== null) throw new Nonconformity('reported a daemon as stopped that still answers');
  }),
  check(1, 'starts the daemon again', async (node) => {
    await node.act('start');
    await node.isReported('the started node as syncing or running', isUp);
    await node.rpcAnswers('uptime', 'did not start the daemon', Number.isFinite);
  }),
  check(2, 'applies the rendered configuration, and reports its hash', async (node) => {
    await node.isReported('the hash of the rendered configuration', ({ configState }) => configState === 'running');
  }),
  check(2, 'reports events', async (node) => {
    if (!(await node.until(() => node.hasEvent()))) throw new Nonconformity('reported no event node.started');
  }),
  check(2, 'reports samples', async (node) => {
    await node.isReported('a sample with a height', ({ metrics }) => metrics != null && metrics.height >= 0);
  }),
  check(3, 'answers requests for the log', async (node) => {
    await node.answer({ log: { tail: 5 } });
  }),
  check(3, 'answers requests for an explanation', async (node) => {
    if (!(await node.until(() => node.isExplained()))) throw new Nonconformity('did not explain the node');
  }),
  check(3, 'answers RPC calls', async (node) => {
    await node.answer({ rpc: { method: 'getblockcount' } });
  }),
  check(1, deletion, (node) => node.delete()),
];

export const checksUpTo = (highest: number): Check[] => checks.filter(({ level }) => level <= highest);

export interface CheckResult {
  level: Level;
  check: string;
  /** Null if skipped, or if the control plane could not serve the check. */
  conforms: boolean | null;
  /** Why it does not, or why it could not be checked. */
  reason: string | null;
}

/** Runs the checks up to a level in order. If no node runs, only its deletion is left to check. */
export async function runChecks(
  node: TrialNode,
  highest: number,
  report: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { level, text: check, run } of checksUpTo(highest)) {
    const isSkipped = check === deletion ? !node.isCreated : results.slice(0, 2).some(({ conforms }) => !conforms);
    const verdict = isSkipped ? skipped : await verdictOf(run(node));
    const result = { level, check, ...verdict };
    results.push(result);
    report(result);
  }
  return results;
}

type Verdict = Pick<CheckResult, 'conforms' | 'reason'>;

const skipped: Verdict = { conforms: null, reason: null };

const verdictOf = (run: Promise<void>): Promise<Verdict> =>
  run.then(
    () => ({ conforms: true, reason: null }),
    (error: unknown) => {
      // What the control plane could not do says nothing about the executor. The client has waited as it asked.
      if (isTransient(error)) return { conforms: null, reason: `could not be checked: ${error.message}` };
      // A refused call, such as for lack of memory, fails its check, and the node is still deleted.
      if (error instanceof Nonconformity || error instanceof CommandError)
        return { conforms: false, reason: error.message };
      throw error;
    },
  );

/** The highest checked level that holds with all levels below it; null if not even level 0 does. */
export const levelOf = (results: readonly CheckResult[]): Level | null =>
  levels.findLast(
    (level) =>
      results.some((result) => result.level === level) &&
      results.every((result) => result.level > level || result.conforms),
  ) ?? null;
