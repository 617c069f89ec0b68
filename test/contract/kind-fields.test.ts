import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type FieldNode, Kind, parse, visit } from 'graphql';
import { expect, test } from 'vitest';
import { requestArgs, requestInputs, requestResults } from '../../src/contract/agent-requests.ts';
import { kindField, kindOfInput } from '../../src/contract/kind-fields.ts';
import { operationParams } from '../../src/contract/node-operations.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('schema/*.graphql', { cwd: root });
const schema = buildSchema(files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'));
const fieldsOf = (type: string): string[] => {
  const found = schema.getType(type);
  return found !== undefined && 'getFields' in found ? Object.keys(found.getFields()).toSorted() : [];
};
const fieldsOfKinds = (kinds: object): string[] => Object.keys(kinds).map(kindField).toSorted();

test('a kind and its field name each other', () => {
  expect(kindField('rotate_rpc_credentials')).toBe('rotateRpcCredentials');
  expect(kindOfInput({ rebuildIndex: 7 })).toEqual({ kind: 'rebuild_index', value: 7 });
});

test.each<[string, object]>([
  ['AgentRequestInput', requestInputs],
  ['NodeOperationParams', operationParams],
])('%s has a field for each kind', (type, kinds) => {
  expect(fieldsOf(type)).toEqual(fieldsOfKinds(kinds));
});

test('requests to agents have a field for each kind with arguments or a result', () => {
  const { explain: _none, ...withArgs } = requestArgs;
  expect(fieldsOf('AgentRequestArgs')).toEqual(fieldsOfKinds(withArgs));
  const { follow_log: _chunks, ...withResult } = requestResults;
  expect(fieldsOf('AgentResultInput')).toEqual(fieldsOfKinds(withResult));
});

/** The fields that agents select below each field of this name. */
function selectedBelow(name: string): string[][] {
  const found: string[][] = [];
  const namesOf = ({ selectionSet }: FieldNode) =>
    (selectionSet?.selections ?? []).flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []));
  visit(parse(readFileSync(join(root, 'src/contract/agent.graphql'), 'utf8')), {
    Field: (field) => {
      if (field.name.value === name && field.selectionSet) found.push(namesOf(field).toSorted());
    },
  });
  return found;
}

test('agents select and hold the parameters and arguments of every kind', () => {
  expect(selectedBelow('params')).toEqual([fieldsOf('HeldOperationParamsInput')]);
  expect(selectedBelow('args')).toEqual([fieldsOf('AgentRequestArgs')]);
});
