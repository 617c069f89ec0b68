import { expect, test } from 'vitest';
import { isRefused, readRequest } from '../../../src/gateway/rpc/read-request.ts';

const only = (body: string) => {
  const { calls } = readRequest(body);
  if (calls.length !== 1 || calls[0] === undefined) throw new Error('not one call');
  return calls[0];
};
const call = (body: string) => {
  const found = only(body);
  if (isRefused(found)) throw new Error(found.fault.message);
  return found;
};
const codeOf = (body: string) => {
  const found = only(body);
  return isRefused(found) ? found.fault.code : null;
};

test('reads a call as bitcoin-cli sends it', () => {
  expect(call('{"method":"getblockhash","params":[1],"id":1}')).toEqual({
    method: 'getblockhash',
    params: '[1]',
    reply: { id: '1', isVersion2: false, isNotification: false },
  });
});

test('reads named parameters', () => {
  expect(call('{"method":"getblock","params":{"blockhash":"00","verbosity":0}}').params).toBe(
    '{"blockhash":"00","verbosity":0}',
  );
});

test('reads missing parameters as an empty list', () => {
  expect([call('{"method":"uptime"}').params, call('{"method":"uptime","params":null}').params]).toEqual(['[]', '[]']);
});

test('keeps the digits of a large id', () => {
  expect(call('{"method":"uptime","id":12345678901234567890}').reply.id).toBe('12345678901234567890');
});

test('takes a call of version 2.0 without an id for a notification', () => {
  expect(call('{"jsonrpc":"2.0","method":"uptime"}').reply).toEqual({
    ...{ id: 'null', isVersion2: true, isNotification: true },
  });
});

test('answers a call of version 1 without an id', () => {
  expect(call('{"method":"uptime"}').reply.isNotification).toBe(false);
});

test('drops keys that JSON-RPC does not define', () => {
  expect(call('{"Method":"stop","METHOD":"stop","method":"uptime"}').method).toBe('uptime');
});

test.each([
  ['a body that is no JSON', 'uptime', -32700],
  ['a body that is a string', '"uptime"', -32700],
  ['a doubled method', '{"method":"uptime","method":"stop"}', -32700],
  ['a missing method', '{"id":1}', -32600],
  ['a method of another case of the key', '{"Method":"uptime"}', -32600],
  ['a method that is a list', '{"method":["uptime"]}', -32600],
  ['parameters that are a string', '{"method":"uptime","params":"x"}', -32600],
  ['an id that is an object', '{"method":"uptime","id":{}}', -32600],
  ['a long id', `{"method":"uptime","id":"${'x'.repeat(600)}"}`, -32600],
  ['an unknown version', '{"jsonrpc":"3.0","method":"uptime"}', -32600],
  ['a version that is a number', '{"jsonrpc":2,"method":"uptime"}', -32600],
])('refuses %s', (_, body, code) => {
  expect(codeOf(body)).toBe(code);
});

test('reads each call of a batch on its own', () => {
  const { isBatch, calls } = readRequest('[{"method":"uptime","id":1},7,{"id":2}]');
  expect([isBatch, calls.map(isRefused)]).toEqual([true, [false, true, true]]);
});

test('refuses a batch of more than 1,000 calls as a whole', () => {
  expect(codeOf(`[${'{"method":"uptime"},'.repeat(1000)}{"method":"uptime"}]`)).toBe(-32600);
});
