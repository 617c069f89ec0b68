import { expect, test } from 'vitest';
import { nearestOf } from '../../src/text/nearest.ts';

const nearest = nearestOf(['dbcache', 'maxconnections', 'txindex', 'prune', 'par', 'rpcthreads', 'maxmempool']);

test.each([
  ['dbcache', 'dbcache'],
  ['dbcahe', 'dbcache'],
  ['dbbcache', 'dbcache'],
  ['dbcachee', 'dbcache'],
  ['dcbache', 'dbcache'],
  ['maxconections', 'maxconnections'],
  ['txindx', 'txindex'],
  ['prunee', 'prune'],
  ['pxr', 'par'],
  ['pxx', undefined],
  ['dbc', undefined],
  ['something', undefined],
  ['', undefined],
])('the word nearest to «%s» is %s', (word, known) => {
  expect(nearest(word)).toBe(known);
});

test('the nearest of several near words is found', () => {
  expect(nearestOf(['bind_address', 'bind_addresses'])('bind_addresse')).toBe('bind_address');
  expect(nearestOf(['abcdefgh', 'abcdefxy'])('abcdefgx')).toBe('abcdefgh');
});
