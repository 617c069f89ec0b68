import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

describe('a restart', () => {
  let inhabited: Inhabited;
  beforeAll(async () => {
    inhabited = await startInhabited({ ownProcess: true });
  });
  afterAll(() => inhabited?.controlPlane.destroy());

  test('a server that was killed keeps everything, and its migrations run again without harm', async () => {
    const { controlPlane, newNode } = inhabited;
    await newNode({ name: 'kept' });
    const read = () => controlPlane.ask('{ nodes { id name revision } apiKeys { id } executors { id } }');
    const before = await read();
    expect(before.nodes).toHaveLength(1);
    await controlPlane.stop('SIGKILL');
    await controlPlane.serve();
    expect(await read()).toEqual(before);
  });
});
