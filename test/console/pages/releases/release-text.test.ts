import { expect, test } from 'vitest';
import {
  changeOf,
  emptyDraft,
  faultsOf,
  readRelease,
  releaseOf,
  textsOf,
} from '../../../../src/console/pages/releases/release-text.ts';
import { release } from '../../../harness/release.ts';

const draftOf = (text: string) => {
  const read = readRelease(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.draft;
};

test('a file that describes a release goes through the form unchanged', () => {
  const data = release('2.0.0', { lowestVersion: '1.0.0', notes: 'Two\nlines.' });
  expect(releaseOf(draftOf(JSON.stringify(data)))).toEqual(data);
});

test.each([
  ['no JSON', '{', /Not a JSON object/],
  ['a list', '[]', /Not a JSON object/],
  ['something else', '{"name":"satrap"}', /No version/],
])('says what is wrong with a text that is %s', (_what, text, fault) => {
  expect(readRelease(text)).toEqual({ fault: expect.stringMatching(fault) });
});

test('places without an address are left out, and faults stand where their field is', () => {
  const draft = { ...emptyDraft(), version: '2.0.0' };
  const [, second] = draft.artifacts;
  if (second === undefined) throw new Error('there is no second place');
  second.url = 'http://example.com/satrap.tar.gz';
  second.sizeBytes = 'many';
  expect(releaseOf(draft).artifacts).toMatchObject([{ platform: 'linux-arm64', sizeBytes: 0 }]);
  const issues = [
    { path: ['data', 'artifacts', 0, 'url'], message: 'must be an https URL' },
    { path: ['data', 'image', 'digest'], message: 'must be sha256' },
    { path: ['data', 'channel'], message: 'must be a name' },
  ];
  expect(faultsOf(draft, issues)).toEqual({
    'artifacts.1.url': 'must be an https URL',
    'image.digest': 'must be sha256',
    channel: 'must be a name',
  });
});

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
