import { expect, test } from 'vitest';
import { sample } from '../../../harness/sample.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode } = sharedInhabited();

const at = (ms: number) => new Date(ms).toISOString();
const hour = Math.floor(Date.now() / 3600_000 - 7) * 3600_000;
const sampleOf = (nodeId: string, time: number, height: number, more: object) =>
  host.event({ nodeId, kind: 'node.sample', at: at(time), data: sample(height, more) });

test('the usual value is the median of the organization’s other synced nodes', async () => {
  const signet = { network: 'signet' };
  const own = await newNode({ name: 'own', ...signet });
  const others = await Promise.all(
    ['a', 'b', 'c', 'syncing'].map((name) => newNode({ name: `median-${name}`, ...signet })),
  );
  const alone = await newNode({ name: 'alone' });
  const heights = { [own]: 5, [alone]: 7000 };
  for (const [index, height] of [100, 104, 900, 1].entries()) heights[others[index] ?? ''] = height;
  await host.report(
    Object.entries(heights).flatMap(([id, height]) =>
      [0, 60_000].map((later) =>
        sampleOf(id, hour + later, height + later / 60_000, {
          ...{ initialBlockDownload: id === others[3], cpuPercent: height },
        }),
      ),
    ),
  );
  const document = `query($id: ID!, $from: DateTime, $to: DateTime, $step: Int) {
    networkMetrics(where: { id: $id }, from: $from, to: $to, stepSeconds: $step) { buckets { at samples height { last } cpuPercent { average } } } }`;
  const read = async (step: number, id = own) =>
    (await controlPlane.ask(document, { id, from: at(hour), to: at(hour + 3600_000), step })).networkMetrics?.buckets;
  const usual = { samples: 6, height: { last: 105 }, cpuPercent: { average: 104 } };
  expect(await read(3600)).toEqual([{ at: at(hour), ...usual }]);
  expect(await read(60)).toMatchObject([{ samples: 3, height: { last: 104 } }, { height: { last: 105 } }]);
  expect(await read(60, alone)).toEqual([]);
  expect(await read(60, 'nonsense')).toBeUndefined();
});
