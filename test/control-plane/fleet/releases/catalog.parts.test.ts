import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../harness/inhabited.ts';
import { minisignText, release } from '../../../harness/release.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger } = inhabited;

describe('the catalog of releases', () => {
  const fields = `id version channel notes artifacts { platform url sizeBytes sha256 signature } image { name digest }
    lowestVersion withdrawnAt withdrawnReason createdAt`;
  const create = (data: object) =>
    controlPlane.call(
      `mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { ${fields} } } }`,
      { data },
    );
  const update = (version: string, data: object) =>
    controlPlane.call(
      `mutation($where: ExecutorReleaseWhereUniqueInput!, $data: ExecutorReleaseUpdateInput!) {
        updateExecutorRelease(data: $data, where: $where) { release { ${fields} } } }`,
      { where: { version }, data },
    );
  const remove = (where: object) =>
    controlPlane.call(
      'mutation($where: ExecutorReleaseWhereUniqueInput!) { deleteExecutorRelease(where: $where) { release { version } } }',
      { where },
    );
  const list = async (args: object = {}, key?: string): Promise<string[]> => {
    const { executorReleases } = await controlPlane.ask(
      `query($where: ExecutorReleaseWhereInput, $orderBy: [ExecutorReleaseOrderByInput!], $take: Int, $skip: Int) {
        executorReleases(where: $where, orderBy: $orderBy, take: $take, skip: $skip) { version } }`,
      args,
      key,
    );
    return executorReleases.map(({ version }: { version: string }) => version);
  };

  test('a release is kept as it was given, for everybody to read but executors', async () => {
    const data = release('0.9.0', { lowestVersion: '0.8.0', notes: 'Two\nlines.' });
    const { data: made, errors } = await create(data);
    expect(errors).toBeUndefined();
    const expected = { ...data, id: expect.any(String), withdrawnAt: null, withdrawnReason: null };
    expect(made.createExecutorRelease.release).toEqual({ ...expected, createdAt: expect.any(String) });
    const where = { version: { equals: '0.9.0' } };
    expect(await list({ where }, stranger.memberKey)).toEqual(['0.9.0']);
    expect(await list({ where }, inhabited.executorKey)).toEqual([]);
    expect((await create(data)).errors?.[0]?.extensions).toMatchObject({
      ...{ code: 'name_taken', existingId: made.createExecutorRelease.release.id },
      issues: [{ path: ['data', 'version'] }],
    });
  });

  test('lists releases by semantic version, latest first, in pages and by filters', async () => {
    for (const version of ['4.2.0', '4.10.0', '4.10.0-rc.2', '4.10.0-rc.10'])
      await create(release(version, { channel: 'ordered' }));
    const where = { channel: { equals: 'ordered' } };
    expect(await list({ where })).toEqual(['4.10.0', '4.10.0-rc.10', '4.10.0-rc.2', '4.2.0']);
    expect(await list({ where, take: 2, skip: 1 })).toEqual(['4.10.0-rc.10', '4.10.0-rc.2']);
    expect(await list({ where, orderBy: [{ version: 'asc' }], take: 1 })).toEqual(['4.2.0']);
    await update('4.10.0', { withdrawnReason: 'test' });
    expect(await list({ where: { ...where, withdrawn: { equals: true } } })).toEqual(['4.10.0']);
  });

  test('a release is withdrawn for a reason, which can be replaced, and offered again', async () => {
    await create(release('5.0.0'));
    const first = (await update('5.0.0', { withdrawnReason: ' loses events ' })).data.updateExecutorRelease.release;
    expect(first).toMatchObject({ withdrawnReason: 'loses events', withdrawnAt: expect.any(String), notes: 'A test.' });
    const second = (await update('5.0.0', { withdrawnReason: 'loses samples' })).data.updateExecutorRelease.release;
    expect(second).toEqual({ ...first, withdrawnReason: 'loses samples' });
    const third = (await update('5.0.0', { withdrawnReason: null, notes: 'Better.' })).data.updateExecutorRelease
      .release;
    expect(third).toEqual({ ...first, withdrawnReason: null, withdrawnAt: null, notes: 'Better.' });
    expect(codeOf(await update('5.0.0', { withdrawnReason: '  ' }))).toBe('invalid_input');
    expect(codeOf(await update('5.0.9', { notes: '' }))).toBe('release_not_found');
  });

  test('a release is deleted by its id or version', async () => {
    const { id } = (await create(release('6.0.0'))).data.createExecutorRelease.release;
    await create(release('6.0.1'));
    expect((await remove({ id })).data.deleteExecutorRelease.release).toEqual({ version: '6.0.0' });
    expect((await remove({ version: '6.0.1' })).data.deleteExecutorRelease.release).toEqual({ version: '6.0.1' });
    expect(codeOf(await remove({ id }))).toBe('release_not_found');
  });

  test('the audit log has the changes of system administrators, without the signatures', async () => {
    await create(release('7.0.0'));
    await update('7.0.0', { withdrawnReason: 'for the log' });
    const { adminAuditActions } = await controlPlane.ask(
      '{ adminAuditActions(filter: { targetType: "release", targetName: "7.0.0" }) { nodes { action target { name } before after } } }',
    );
    const [changed, made] = adminAuditActions.nodes;
    expect(changed).toMatchObject({ action: 'updateExecutorRelease', after: { withdrawnReason: 'for the log' } });
    expect(made).toMatchObject({ action: 'createExecutorRelease', target: { name: '7.0.0' }, before: null });
    expect(made.after).toMatchObject({ version: '7.0.0', artifacts: [{ platform: 'linux-x64' }] });
    expect(JSON.stringify(made)).not.toContain('untrusted comment');
  });

  const [artifact] = release('1.0.0').artifacts;
  const withArtifact = (change: object) => ({ artifacts: [{ ...artifact, ...change }] });
  const faults: [what: string, change: object, path: string[]][] = [
    ['a version that is none', { version: 'v1.0.0' }, ['version']],
    ['a channel with a blank', { channel: 'sta ble' }, ['channel']],
    ['notes that move the cursor', { notes: '\u001b[2J' }, ['notes']],
    ['an unknown platform', withArtifact({ platform: 'win32-x64' }), ['artifacts', '0', 'platform']],
    ['a platform given twice', { artifacts: [artifact, artifact] }, ['artifacts', '1', 'platform']],
    ['plain http', withArtifact({ url: 'http://releases.example/file' }), ['artifacts', '0', 'url']],
    [
      'a password in the URL',
      withArtifact({ url: 'https://me:secret@releases.example/file' }),
      ['artifacts', '0', 'url'],
    ],
    ['no size', withArtifact({ sizeBytes: 0 }), ['artifacts', '0', 'sizeBytes']],
    ['an upper-case hash', withArtifact({ sha256: 'A'.repeat(64) }), ['artifacts', '0', 'sha256']],
    ['a signature cut off', withArtifact({ signature: minisignText().slice(0, 120) }), ['artifacts', '0', 'signature']],
    [
      'an image with a tag',
      { image: { name: 'registry.example/a:1', digest: `sha256:${'0'.repeat(64)}` } },
      ['image', 'name'],
    ],
    ['a short digest', { image: { name: 'registry.example/a', digest: 'sha256:0' } }, ['image', 'digest']],
    ['nothing to install', { artifacts: [], image: null }, ['artifacts']],
    ['a lowest version that is not lower', { lowestVersion: '1.0.0' }, ['lowestVersion']],
  ];
  test.each(faults)('%s is refused with its place', async (_what, change, path) => {
    const answer = await create({ ...release('1.0.0'), ...change });
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.errors?.[0]?.extensions?.issues?.map((issue) => issue.path)).toEqual([['data', ...path]]);
  });
});
