import { expect } from 'vitest';
import type { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import type { EngineMachine } from './engine-machine.ts';

/** A machine on whose Docker a node and its agent run. */
interface RunningNode extends Pick<EngineMachine, 'box' | 'controlPlane'> {
  nodes: TestNodes;
  nodeId: string;
}

/** Its container, and when that began its run. */
export const containerOf = ({ box, nodeId }: RunningNode): Promise<string> =>
  box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);

// systemd refuses the fourth start within a minute.
const restartEngine = 'systemctl reset-failed docker && systemctl restart docker';

/** Restarts the engine, and expects that the node begins another run, that the agent says why, and that nobody takes it for a fault of the node. */
export async function expectRestartTold(node: RunningNode): Promise<void> {
  const [id = '', startedAt = ''] = (await containerOf(node)).split(' ');
  const since = new Date().toISOString();
  await node.box.do(restartEngine);
  await untilTold(node, 'executor.engine_restarted', since);
  const hasRestarted = async () => !(await containerOf(node)).includes(startedAt);
  await until('the node has begun another run', hasRestarted, 120_000, 500);
  await node.nodes.untilPhase(node.nodeId, 'running');
  expect(await containerOf(node)).toContain(id);
  const alarms = (await toldSince(node, since)).filter(
    ({ level, kind }) => level !== 'info' && kind.startsWith('node.'),
  );
  expect(alarms).toEqual([]);
}

/** Restarts the engine with live-restore, as the doctor advises, and expects that the node does not even notice. */
export async function expectRestartUnnoticed(node: RunningNode): Promise<void> {
  const { box } = node;
  await box.do('echo \'{ "live-restore": true }\' >/etc/docker/daemon.json && systemctl reload docker');
  const before = await containerOf(node);
  const since = Math.floor(Date.now() / 1000);
  await box.do(restartEngine);
  const log = `journalctl -u satrap-agent --since @${since} -o cat --no-pager`;
  await until(
    'the agent reaches the engine again',
    async () => (await box.do(log)).includes('is reachable again'),
    120_000,
    500,
  );
  await node.nodes.untilPhase(node.nodeId, 'running');
  expect(await containerOf(node)).toBe(before);
}

/** Waits until the agent has told an event of a kind since an instant. */
export const untilTold = (machine: Pick<RunningNode, 'controlPlane'>, kind: string, since: string): Promise<boolean> =>
  until(
    `the agent tells ${kind}`,
    async () => (await toldSince(machine, since)).some((event) => event.kind === kind),
    120_000,
    500,
  );

/** The events since an instant, newest first. */
export async function toldSince(
  { controlPlane }: Pick<RunningNode, 'controlPlane'>,
  from: string,
): Promise<{ kind: string; level: string; message: string }[]> {
  const query =
    'query($from: DateTime!) { events(filter: { take: 200, from: $from }) { nodes { kind level message } } }';
  return (await controlPlane.ask(query, { from })).events.nodes;
}
