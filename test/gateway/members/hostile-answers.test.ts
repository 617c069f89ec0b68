import { expect, test } from 'vitest';
import { fakeDaemon, header, info } from '../fake-daemon.ts';
import { runningGateway } from '../running-gateway.ts';

test.each([
  ['chain has a long name', { getblockchaininfo: { ...info, chain: 'x'.repeat(2000) } }],
  ['chain has a name with U+0000', { getblockchaininfo: { ...info, chain: 'x\0' } }],
  ['height is too large for a report', { getblockchaininfo: { ...info, blocks: 2 ** 31 } }],
  ['height of the last block is too large for a report', { getblockheader: { ...header, height: 2 ** 31 } }],
])('reports nothing of a daemon whose %s', async (_, results) => {
  const member = await fakeDaemon('none', () => undefined, results);
  const gateway = await runningGateway([member]);
  await gateway.untilMembers('invalid');
  const [reported] = (await gateway.report()).endpoints[0]?.members ?? [];
  expect(reported).toMatchObject({ reason: expect.stringMatching(/^No answer: its answer to \w+ is invalid\.$/) });
  expect(reported?.height).toBeNull();
});
