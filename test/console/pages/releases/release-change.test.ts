import { expect, test } from 'vitest';
import { changeOf, textsOf } from '../../../../src/console/pages/releases/release-text.ts';

const offered = { channel: 'stable', notes: 'New', withdrawnAt: null, withdrawnReason: null };
const withdrawn = { ...offered, withdrawnAt: '2026-01-01T00:00:00Z', withdrawnReason: 'breaks nodes' };

test.each([
  ['nothing differs', offered, {}, null],
  ['a channel with spaces around it', offered, { channel: ' beta ' }, { channel: 'beta' }],
  ['an empty channel is none', offered, { channel: ' ' }, null],
  ['notes are kept as they are typed, empty ones too', offered, { notes: '' }, { notes: '' }],
  ['a reason does not withdraw', offered, { withdrawnReason: 'bad' }, null],
  ['another reason', withdrawn, { withdrawnReason: 'breaks all nodes' }, { withdrawnReason: 'breaks all nodes' }],
  ['no reason does not offer it again', withdrawn, { withdrawnReason: '' }, null],
] as const)('what is sent for changed texts of a release: %s', (_case, release, typed, sent) => {
  expect(changeOf({ ...textsOf(release), ...typed }, release)).toEqual(sent);
});
