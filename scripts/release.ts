// Makes the files of a release: npm run release -- [--out DIR] [--platform linux-x64] [--channel stable] [--key FILE] [--trust FILE] [--url URL] [--notes FILE] [--lowest VERSION]
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPublicKey, readSecretKey } from '../src/release/minisign-key.ts';
import { ownVersion } from '../src/version.ts';
import { makeRelease } from './release/make-release.ts';
import previous from './release/previous.json' with { type: 'json' };
import { controlPlaneProgram, hostProgram } from './release/released-program.ts';
import { type Platform, platforms } from './release/runtime.ts';
import { versionWarning } from './release/version-warning.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    platform: { type: 'string', multiple: true, default: [...platforms] },
    channel: { type: 'string', default: 'stable' },
    key: { type: 'string' },
    trust: { type: 'string', multiple: true, default: [] },
    url: { type: 'string' },
    notes: { type: 'string' },
    lowest: { type: 'string' },
  },
});
const { out, platform, channel, key, trust, url, notes, lowest } = values;
if (url !== undefined && !URL.canParse(url)) throw new Error(`--url must be the address of the files, not ${url}`);
const unknown = platform.filter((name) => !(platforms as readonly string[]).includes(name));
if (unknown.length > 0) throw new Error(`no release for ${unknown.join(', ')}: there are ${platforms.join(', ')}`);
const nextKeys = trust.map((file) => readFileSync(file, 'utf8'));
// A key that cannot be read would make every later check fail.
for (const text of nextKeys) readPublicKey(text);

const afterwards =
  'once it is published: name its commit in scripts/release/previous.json, so that the next one is tried on it';
const say = (line: string): void => console.log(`release: ${line}`);
await makeRelease({
  out,
  programs: [hostProgram, controlPlaneProgram()],
  platforms: platform as Platform[],
  channel,
  mtime: new Date(sourceTime() * 1000),
  secretKey: key === undefined ? undefined : readSecretKey(readFileSync(key, 'utf8')),
  nextKeys,
  url,
  notes: notes === undefined ? undefined : readFileSync(notes, 'utf8'),
  lowestVersion: lowest,
  say,
});
if (key === undefined) say('nothing is signed: make a key with minisign -G -W, and name it with --key');
else {
  // Without a repository, as from an archive of the source, it is none that is known.
  const { stdout: head } = spawnSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  say(versionWarning(ownVersion(), String(head).trim(), previous) ?? afterwards);
}

/** Seconds since the epoch: what SOURCE_DATE_EPOCH says, else the time of the last commit. */
function sourceTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return Number(given);
  return Number(execFileSync('git', ['-C', root, 'log', '-1', '--format=%ct'], { encoding: 'utf8' }));
}
