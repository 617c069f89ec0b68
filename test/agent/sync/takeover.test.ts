import { globSync, readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { takeoverOf } from '../../../src/agent/sync/takeover.ts';
import { desired, operation } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';

/** One node, as a heartbeat reports it. */
function heldNode(node: Parameters<typeof desired>[0]) {
  const takeover = takeoverOf({
    installation: { executorId: 'e' },
    desired: { all: () => [{ node: desired(node), orphaned: false }], revision: 1 },
    tipOf: () => undefined,
    wakeHeartbeat: () => {},
    log: listeningLog().log,
  });
  takeover.accept('wanted');
  return takeover.held()?.nodes?.[0];
}

const heldOperations = (node: Parameters<typeof desired>[0]) => heldNode(node)?.operations;

test('holds nothing of a node that the control plane’s schema does not have', () => {
  const schema = buildSchema(
    globSync('schema/*.graphql')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n'),
  );
  const input = schema.getType('HeldNodeInput');
  const known = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
  expect(known).toEqual(expect.arrayContaining(Object.keys(heldNode({ upcomingVersion: '31.1' }) ?? {})));
});

test('holds the parameters of an operation in the field of its kind', () => {
  const rebuild = operation('rebuild_index', { index: 'txindex', remove: false, height: 8 });
  expect(heldOperations(rebuild)).toMatchObject([
    { kind: 'rebuild_index', params: { rebuildIndex: { index: 'txindex', remove: false, height: 8 } } },
  ]);
});

test('holds an operation of a later agent without parameters', () => {
  const unknown = { id: 'o', kind: 'divination', params: { depth: 3 }, hasStarted: true };
  expect(heldOperations({ operations: [unknown] })).toMatchObject([{ kind: 'divination', params: {} }]);
});
