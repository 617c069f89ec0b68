import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { eventSchemas } from '../../scripts/event-schemas.ts';
import { stepKinds } from '../../src/agent/docker/steps.ts';
import { shapeFault } from '../harness/event-shapes.ts';

const folder = join(import.meta.dirname, '../../schema/events');
const published = (kind: string): object => JSON.parse(readFileSync(join(folder, `${kind}.json`), 'utf8'));
const ajv = new Ajv2020();

test.each(eventSchemas())('publishes $name as the agent’s types have it', ({ name, content }) => {
  expect(published(name.replace(/\.json$/, ''))).toEqual(JSON.parse(content));
});

test('publishes no kind without data', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    eventSchemas()
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('each step with an event has a published kind, with its reason', () => {
  const kinds = stepKinds.flatMap(({ event }) => event ?? []);
  expect(kinds.length).toBeGreaterThan(15);
  for (const kind of kinds) expect(published(kind)).toMatchObject({ properties: { why: { type: 'string' } } });
});

const exit = { exitCode: 1, outOfMemory: false, lastWords: null, times: 2 };
test.each([
  ['takes what the agent records', exit, true],
  ['takes a later field', { ...exit, signal: 9 }, true],
  ['refuses another type', { ...exit, exitCode: '1' }, false],
  ['refuses a missing field', { exitCode: 1 }, false],
])('a published schema %s', (_what, data, isValid) => {
  expect(ajv.validate(published('node.exited'), data)).toBe(isValid);
});

test.each([
  ['data of another shape', { kind: 'node.exited', data: { exitCode: 1 } }, /^node\.exited: .*outOfMemory/s],
  ['data of a kind without any', { kind: 'node.failing', data: {} }, /^node\.failing has data$/],
] as const)('detects %s that an agent recorded', (_what, event, fault) => {
  expect(shapeFault(event)).toMatch(fault);
  expect(shapeFault({ kind: event.kind })).toBeNull();
});
