import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changelogSection, readFragments, withSection } from '../../scripts/changelog.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const root = join(import.meta.dirname, '../..');

describe('changelog', () => {
  test('puts the fragments of a version under their kinds, security first', () => {
    const fragments = [
      { file: 'a.fixed.md', kind: 'fixed', text: 'A node restarts.' },
      { file: 'b.security.md', kind: 'security', text: 'Links are not followed,\nat any depth.' },
    ] as const;
    expect(changelogSection('0.3.0', '2026-12-01', fragments)).toBe(
      '## 0.3.0 (2026-12-01)\n\n### Security\n\n- Links are not followed,\n  at any depth.\n\n### Fixed\n\n- A node restarts.',
    );
  });

  test('puts a new version above the earlier ones', () => {
    const first = withSection('# Changelog\n\nText.\n', '## 0.1.0 (2026-01-01)');
    expect(withSection(first, '## 0.2.0 (2026-02-01)')).toBe(
      '# Changelog\n\nText.\n\n## 0.2.0 (2026-02-01)\n\n## 0.1.0 (2026-01-01)\n',
    );
  });

  test('refuses a file that is no fragment', () => {
    const folder = join(scratchFolder('changes'), 'changes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'something.md'), 'Text.');
    expect(() => readFragments(folder)).toThrow('changes/something.md is not a fragment: name it SLUG.KIND.md');
  });

  test('reads every fragment of this repository', () => {
    expect(readFragments(join(root, 'changes')).filter(({ text }) => text === '')).toEqual([]);
  });
});
