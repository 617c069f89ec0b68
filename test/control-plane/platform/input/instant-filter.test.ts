import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';

describe('filters', () => {
  let controlPlane: TestControlPlane;
  beforeAll(async () => {
    controlPlane = await TestControlPlane.start();
    await new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host').sync();
  });
  afterAll(() => controlPlane?.destroy());

  test('every comparison with an instant uses the milliseconds that the API shows', async () => {
    const [{ createdAt }] = (await controlPlane.ask('{ executors { createdAt } }')).executors;
    const finds = async (comparison: string) => {
      const document = 'query($where: ExecutorWhereInput) { executors(where: $where) { id } }';
      const { executors } = await controlPlane.ask(document, { where: { createdAt: { [comparison]: createdAt } } });
      return executors.length === 1;
    };
    const found = await Promise.all(['equals', 'lte', 'gte', 'lt', 'gt'].map(finds));
    expect(found).toEqual([true, true, true, false, false]);
  });
});
