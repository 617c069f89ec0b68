// Builds the files of a release: npm run release -- [--out DIR] [--platform linux-x64] [--channel stable] [--key FILE] [--trust FILE] [--url URL] [--notes FILE] [--lowest VERSION]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPublicKey } from '../src/release/minisign.ts';
import { errorMessage } from '../src/text/error-message.ts';
import { makeRelease } from './release/make-release.ts';
import { type Platform, platforms } from './release/runtime.ts';
import { readSecretKey } from './release/sign.ts';

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
if (url !== undefined && !URL.canParse(url)) refuse(`--url must be the URL of the files, not ${url}`);
const unknown = platform.filter((name) => !(platforms as readonly string[]).includes(name));
if (unknown.length > 0) refuse(`unknown platform ${unknown.join(', ')}; available: ${platforms.join(', ')}`);
const secretKey = key === undefined ? undefined : read('--key', key, readSecretKey);
// An unreadable key would make every later check fail.
const nextKeys = trust.map((file) =>
  read('--trust', file, (text) => {
    readPublicKey(text);
    return text;
  }),
);
const news = notes === undefined ? undefined : read('--notes', notes, String);

const say = (line: string): void => console.log(`release: ${line}`);
await makeRelease({
  out,
  platforms: platform as Platform[],
  channel,
  mtime: new Date(sourceTime() * 1000),
  secretKey,
  nextKeys,
  url,
  notes: news,
  lowestVersion: lowest,
  say,
});
if (key === undefined) say('not signed: create a key with minisign -G -W and set --key');

/** Reads an option's file. */
function read<T>(option: string, file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(`cannot read ${option} ${file}: ${errorMessage(error)}`);
  }
}

/** Exits before anything is built. */
function refuse(why: string): never {
  console.error(`release: ${why}`);
  process.exit(2);
}

/** Seconds since the epoch: SOURCE_DATE_EPOCH, else the time of the last commit. */
function sourceTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return Number(given);
  return Number(execFileSync('git', ['-C', root, 'log', '-1', '--format=%ct'], { encoding: 'utf8' }));
}
