import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../harness/databases.ts';
import { type Inhabited, startInhabited } from '../../harness/inhabited.ts';

describe.each(databases)('a restart on %s', (_name, options) => {
  let inhabited: Inhabited;
  beforeAll(async () => {
    inhabited = await startInhabited(options());
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
