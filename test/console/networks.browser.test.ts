import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { node } from '../../src/control-plane/tables/nodes.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, shown } from '../harness/console.ts';
import { addHost } from '../harness/inhabited.ts';
import { sample } from '../harness/sample.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
const [longer, rejected] = ['a'.repeat(64), 'b'.repeat(64)];

test('a split network shows both branches as a tree with the nodes on them and the reason', async () => {
  const { newNode } = await addHost(site.controlPlane);
  const invalid = { height: 105, hash: longer, branchLength: 5, status: 'invalid' as const };
  const metricsOf = [
    sample(105, { bestBlockHash: longer }),
    sample(100, { bestBlockHash: rejected, branches: [invalid] }),
  ];
  const names = ['alpha', 'rebel'];
  for (const [index, metrics] of metricsOf.entries()) {
    const id = await newNode({ name: names[index] ?? '' });
    await site.database.update(node).set({ metrics, metricsAt: new Date() }).where(eq(node.id, id));
  }
  const page = await site.openAsOwner({ height: 1200 });
  await follow(page, 'networks');
  await page.getByRole('link', { name: 'regtest' }).click();
  const items = page.getByRole('list', { name: 'Branches' }).getByRole('listitem');
  await shown(items.getByText('Block 105: 1 node'));
  const texts = await items.allInnerTexts();
  expect(texts).toHaveLength(2);
  expect(texts[0]).toMatch(/alpha\s+at 105/);
  expect(texts[1]).toContain('Stopped after block 100: 1 node');
  expect(texts[1]).toContain('rebel rejects the other branch as invalid.');
  const lefts = await items.evaluateAll((found) => found.map((item) => item.getBoundingClientRect().left));
  expect(lefts[1]).toBeGreaterThan(lefts[0] ?? 0);
  await expectAccessible(page);
});
