import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { errorForLog } from '../../../../src/control-plane/platform/database/error-log.ts';

function logged(err: unknown): string {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  pino({ serializers: { err: errorForLog } }, stream).error({ err }, 'it failed');
  return text;
}

test('invariant 8: a failed statement is logged with the reason and the place, and without customer data', () => {
  const customerData = randomBytes(8).toString('hex');
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "node_name"'), {
    code: '23505',
    constraint: 'node_name',
    detail: `Key (name)=(${customerData}) already exists.`,
  });
  const line = logged(
    new DrizzleQueryError(`insert into node values ('${customerData}')`, [customerData.repeat(10_000)], cause),
  );
  expect(line).not.toContain(customerData);
  expect(line.length).toBeLessThan(4000);
  expect(JSON.parse(line).err).toMatchObject({ code: '23505', constraint: 'node_name', message: cause.message });
  expect(JSON.parse(line).err.stack).toContain('error-log.test.ts');
});

test('any other error is logged in full', () => {
  const { err } = JSON.parse(logged(new RangeError('out of range')));
  expect(err).toMatchObject({
    type: 'RangeError',
    message: 'out of range',
    stack: expect.stringContaining('RangeError'),
  });
});
