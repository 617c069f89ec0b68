import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { python } from '../../../harness/example-programs.ts';
import { nodeOf } from '../../../harness/nodes.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api/executor-guide.md'), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);

const [enrol = '', sync = '', report = ''] = blocks('graphql');
const [enrolment, enrolled, first, deployed, running, heard, events, stored, removed, gone] = blocks('json');

/** Values that differ between control planes, by those of the document. */
const made = new Map([
  ['"host-1"', '"guided"'],
  ['heartbeatIntervalSeconds": 5', 'heartbeatIntervalSeconds": 60'],
]);
const filled = (text = ''): ParsedJson =>
  JSON.parse([...made].reduce((all, [shown, real]) => all.replaceAll(shown, real), text));

/** Replaces what differs between control planes by its kind. */
const shapeOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, field) => {
    if (['secret', 'rpcAuth', 'expiresAt', 'executorId', 'id', 'revision'].includes(key)) return typeof field;
    return field;
  });

const configState = async (id: string) => (await nodeOf(controlPlane, id, 'configState')).configState;

test('each request of the guide gets the answer shown, and the node its status', async () => {
  const { createEnrolmentToken } = await controlPlane.ask(
    'mutation { createEnrolmentToken(data: { executorName: "guided" }) { token } }',
  );
  made.set('TOKEN', createEnrolmentToken.token);
  const answer = await controlPlane.call(enrol, filled(enrolment), null);
  expect(shapeOf({ data: answer.data })).toEqual(shapeOf(filled(enrolled)));
  const key = answer.data.enrolExecutor.secret;
  const send = async (query: string, variables: object) => {
    const { status: _, ...sent } = await controlPlane.call(query, variables, key);
    return sent as { data: ParsedJson };
  };

  const { data: registered } = await send(sync, filled(first));
  const { executorId } = registered.syncExecutor;
  const { name, network } = filled(deployed).data.syncExecutor.nodes[0];
  const overrides = [{ key: 'maxconnections', value: '40' }];
  const { createNode } = await controlPlane.ask(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
    { data: { executorId, name, network, overrides } },
  );
  const desired = await send(sync, filled(first));
  expect(shapeOf(desired)).toEqual(shapeOf(filled(deployed)));
  const [node] = desired.data.syncExecutor.nodes;
  made.set(filled(deployed).data.syncExecutor.nodes[0].id, node.id);
  made.set(String(filled(deployed).data.syncExecutor.revision), String(desired.data.syncExecutor.revision));
  const now = new Date().toISOString();
  for (const [shown] of guide.matchAll(/2026-11-21T[\d:.]+Z/g)) made.set(shown, now);

  expect(await configState(node.id)).toBe('unknown');
  const { input } = filled(running);
  expect(shapeOf(await send(sync, { input }))).toEqual(shapeOf(filled(heard)));
  expect(await configState(createNode.node.id)).toBe('running');

  // A program that applies its own settings, does not report them, or has not applied a change yet.
  const applied = async (configHash: string | null) => {
    await send(sync, { input: { ...input, nodes: [{ ...input.nodes[0], configHash }] } });
    return configState(node.id);
  };
  expect(await applied('0'.repeat(64))).toBe('differs');
  expect(await applied(null)).toBe('unknown');
  expect(await applied(input.nodes[0].configHash)).toBe('running');
  await controlPlane.ask(
    'mutation($id: ID!) { updateNode(where: { id: $id }, data: { overrides: [{ key: "dbcache", value: "99" }] }) { node { id } } }',
    { id: node.id },
  );
  expect(await configState(node.id)).toBe('differs');

  expect(await send(report, filled(events))).toEqual(filled(stored));
  expect((await nodeOf(controlPlane, node.id)).metrics.height).toBe(224_117);

  await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', { id: node.id });
  const [deleting] = (await send(sync, filled(first))).data.syncExecutor.nodes;
  expect(deleting).toMatchObject({ id: node.id, desiredState: 'deleted', dataPolicy: 'keep' });
  expect(shapeOf(await send(sync, filled(removed)))).toEqual(shapeOf(filled(gone)));
});

test('the guide’s Python computes the hash that its example reports', async () => {
  const [{ config }] = JSON.parse(deployed ?? '').data.syncExecutor.nodes;
  const program = `${blocks('python').join('\n')}\nimport json, sys\nprint(config_hash(json.load(sys.stdin)))`;
  const { stdout } = await execa(python, ['-c', program], { input: JSON.stringify(config) });
  expect(stdout).toBe(JSON.parse(running ?? '').input.nodes[0].configHash);
});
