import { describe, expect, test } from 'vitest';
import {
  type Base,
  differences,
  isDirty,
  readDraft,
  rebase,
  startFrom,
  writeDraft,
} from '../../../../src/console/pages/node/configuration/draft.ts';

const node = (memoryMiB: number, overrides: Record<string, string>, revision = 1): Base => ({
  resources: { cpuCores: 1, memoryMiB, diskGiB: 20 },
  overrides: Object.entries(overrides).map(([key, value]) => ({ key, value })),
  revision,
});

const begun = startFrom(node(1200, { dbcache: '300', torpassword: 'swordfish' }));
const edited = {
  ...begun,
  draft: {
    ...begun.draft,
    overrides: [
      ...begun.draft.overrides.filter(({ key }) => key !== 'dbcache'),
      { id: 9, key: 'maxmempool', value: '50' },
    ],
  },
};

describe('a draft that the tab keeps', () => {
  test('comes back as it was, and the secrets in it are never written down', () => {
    const text = writeDraft(edited);
    expect(text).not.toContain('swordfish');
    expect(readDraft(text, edited.base)).toEqual(edited);
    expect(readDraft(writeDraft(null), edited.base)).toBeNull();
    expect([isDirty(begun), isDirty(edited)]).toEqual([false, true]);
  });

  test('keeps its own changes on what somebody else made of the node, and takes over the rest', () => {
    const now = node(1250, { dbcache: '400', torpassword: 'swordfish', rpcthreads: '8' }, 2);
    expect(differences(edited.base, now)).toEqual([
      { field: 'Memory (MiB)', from: '1200', to: '1250' },
      { field: 'dbcache', from: '300', to: '400' },
      { field: 'rpcthreads', from: undefined, to: '8' },
    ]);
    const { base, draft } = rebase(edited, now);
    expect(base).toEqual(now);
    expect(draft.resources.memoryMiB).toBe(1250);
    expect(draft.overrides.map(({ key, value }) => `${key}=${value}`)).toEqual([
      'torpassword=swordfish',
      'rpcthreads=8',
      'maxmempool=50',
    ]);
  });

  test('does not conflict with a restart, which counts a revision as well', () => {
    const restarted: Base = { ...edited.base, revision: 7 };
    expect(differences(edited.base, restarted)).toEqual([]);
  });
});
