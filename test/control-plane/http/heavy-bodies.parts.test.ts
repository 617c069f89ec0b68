import { describe, expect, test } from 'vitest';
import { TestExecutor } from '../../harness/executor.ts';
import type { GraphqlAnswer } from '../../harness/graphql.ts';
import { largestBodies, largestBodiesOfPeople } from '../../harness/largest-bodies.ts';
import { post } from '../../harness/post.ts';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';

const { controlPlane } = sharedInhabited();

async function send(key: string, body: string): Promise<GraphqlAnswer> {
  return (await (await post(controlPlane.url, body, { key })).json()) as GraphqlAnswer;
}

describe('the largest body of an executor', () => {
  test('a heartbeat of 1,000 full nodes is accepted', async () => {
    const host = await TestExecutor.withKey(controlPlane, 'full');
    const answer = await send(host.key, largestBodies(host)['heartbeats of 1,000 full nodes']);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.syncExecutor.observedRevision).toEqual(expect.any(String));
  });

  test('a heartbeat of more nodes than the executor can have is refused', async () => {
    const host = await TestExecutor.withKey(controlPlane, 'crowded');
    const answer = await send(host.key, largestBodies(host)['heartbeats of 9,900 nodes']);
    expect(answer.errors?.[0]?.message).toBe(
      'input.nodes: must have at most 1000 items: the 0 nodes of the executor and 1000 more',
    );
  });

  test('a fault in a large heartbeat is named with its place', async () => {
    const host = await TestExecutor.withKey(controlPlane, 'faulty');
    const body = JSON.parse(largestBodies(host)['heartbeats of 1,000 full nodes']);
    body.variables.input.nodes[999].problems[31].since = 'yesterday';
    const [error] = (await send(host.key, JSON.stringify(body))).errors ?? [];
    expect(error).toMatchObject({
      path: ['syncExecutor'],
      extensions: { code: 'invalid_input', issues: [{ path: ['input', 'nodes', '999', 'problems', '31', 'since'] }] },
    });
  });
});

test.each(Object.entries(largestBodiesOfPeople()))('%s are refused', async (_what, body) => {
  const answer = await send(controlPlane.personalKey, body);
  expect(answer.errors?.[0]?.extensions?.['code']).toMatch(/^invalid_(input|node_config)$/);
});
