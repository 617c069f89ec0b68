import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
});
afterAll(() => controlPlane?.destroy());

test.each([
  ['for the schema', '{ __schema { types { name } } }', 'introspection'],
  ['that is too deep', `{ nodes ${'{ executor { nodes '.repeat(7)} { id } ${'} }'.repeat(7)} }`, 'deeper than'],
  [
    'that is too wide',
    `{ ${Array.from({ length: 600 }, (_, index) => `a${index}: viewer { role }`).join(' ')} }`,
    'more than',
  ],
])('a query %s is refused by a production server', async (_what, query, message) => {
  expect((await controlPlane.call(query)).errors?.[0]?.message).toContain(message);
});
