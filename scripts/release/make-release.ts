import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ExecutorReleaseCreateInput } from '../../src/contract/types.generated.ts';
import { digestOf } from '../../src/storage/digest.ts';
import { ownVersion } from '../../src/version.ts';
import { writeArchive } from './archive.ts';
import { bundledPackages } from './bundle.ts';
import { commandTree } from './command-tree.ts';
import { installScript } from './install-script.ts';
import { manPage } from './man-page.ts';
import { addBuilt, addPostgres, bundleProgram, releasedCommands, releasedFiles } from './released-program.ts';
import { type Platform, type Runtime, runtimeFor } from './runtime.ts';
import { describePackages, sbomText } from './sbom.ts';
import { artifactComment, publicKeyText, type SecretKey, signDigest } from './sign.ts';

const root = join(import.meta.dirname, '../..');

export interface ReleaseOptions {
  /** Output folder. */
  out: string;
  platforms: readonly Platform[];
  channel: string;
  /** Timestamp of every file in the archives. */
  mtime: Date;
  /** Undefined for an unsigned release. */
  secretKey?: SecretKey | undefined;
  /** Additional keys, as text, that install.sh and hosts trust, for key rotation. */
  nextKeys?: readonly string[];
  /** Download URL of the files. With it and a key, the release includes a catalog entry. */
  url?: string | undefined;
  /** Release notes for the catalog entry. Default: none. */
  notes?: string | undefined;
  /** The lowest version that can be upgraded, for the catalog entry. Default: any. */
  lowestVersion?: string | undefined;
  /** Compression from 1 to 9. */
  level?: number;
  /** A folder with the prebuilt console and site. Default: build them. */
  builtFolder?: string | undefined;
  /** Returns a platform's Node. Default: the pinned one, downloaded for other platforms. */
  runtimeOf?: (platform: Platform) => Runtime;
  say(line: string): void;
}

/**
 * Builds the files of a release: an archive with its SBOM for each platform, and for all of them the hashes, install.sh and the catalog
 * entry.
 */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { out, platforms, secretKey, nextKeys = [], channel, say } = options;
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'satrap-release-'));
  const keys = [...(secretKey === undefined ? [] : [publicKeyText(secretKey)]), ...nextKeys];
  try {
    const archives: MadeArchive[] = [];
    const packages = await stageProgram(folder, options, keys);
    for (const platform of platforms) archives.push(await makeArchive({ stage: folder, packages, platform }, options));
    const files = archives.flatMap(({ path }) => [path, `${path}.cdx.json`]);
    const script = join(out, 'install.sh');
    writeFileSync(script, installScript({ version: ownVersion(), channel, keys }), { mode: 0o755 });
    writeFileSync(
      join(out, 'SHA256SUMS'),
      [...files, script].map((file) => `${sha256(file)}  ${basename(file)}\n`).join(''),
    );
    say(`wrote ${out}/SHA256SUMS`);
    writeDescription(archives, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An archive, with its signature text if there is a key. */
interface MadeArchive {
  platform: Platform;
  path: string;
  signature: string | undefined;
}

/** Writes the catalog entry, for `satrap releases create` and the console, unless the download URL or the signatures are missing. */
function writeDescription(
  archives: readonly MadeArchive[],
  { out, channel, url, notes = '', lowestVersion, say }: ReleaseOptions,
): void {
  if (url === undefined) return;
  const artifacts = archives.flatMap(({ platform, path, signature }) =>
    signature === undefined
      ? []
      : [
          {
            ...{ platform, sizeBytes: statSync(path).size, sha256: sha256(path), signature },
            url: `${url.replace(/\/+$/, '')}/${basename(path)}`,
          },
        ],
  );
  if (artifacts.length < archives.length) {
    say('wrote no catalog entry: it requires signatures');
    return;
  }
  const version = ownVersion();
  const described: ExecutorReleaseCreateInput = { version, channel, notes, lowestVersion, artifacts };
  const file = join(out, 'release.json');
  writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`);
  say(`wrote ${file}, for: satrap releases create ${file}`);
}

/** Where the shells look for completions. */
const completionFiles = {
  bash: 'bash-completion/completions/satrap',
  zsh: 'zsh/site-functions/_satrap',
  fish: 'fish/vendor_completions.d/satrap.fish',
};

/** Writes the platform-independent files into a folder. Returns the folders of the included packages. */
async function stageProgram(
  stage: string,
  { mtime, builtFolder }: ReleaseOptions,
  keys: readonly string[],
): Promise<readonly string[]> {
  const packages = bundledPackages(await bundleProgram(join(stage, 'lib')));
  addBuilt(stage, builtFolder);
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const write = (path: string, text: string) => {
    mkdirSync(join(stage, path, '..'), { recursive: true });
    writeFileSync(join(stage, path), text);
  };
  write('package.json', `${JSON.stringify({ name, version, license, type: 'module', private: true }, null, 2)}\n`);
  // drizzle-kit's snapshots are not needed at run time.
  const isOfUse = (path: string) => !path.endsWith('_snapshot.json');
  for (const file of releasedFiles) cpSync(join(root, file), join(stage, file), { recursive: true, filter: isOfUse });
  cpSync(join(root, 'scripts/release/satrap'), join(stage, 'bin/satrap'));
  const tree = await commandTree(releasedCommands);
  write('share/man/man1/satrap.1', manPage(tree, version ?? '', mtime.toISOString().slice(0, 10)));
  for (const [shell, path] of Object.entries(completionFiles))
    write(`share/${path}`, readFileSync(join(root, `templates/completions/satrap.${shell}`), 'utf8'));
  keys.forEach((key, index) => {
    write(`share/satrap/release-keys/${index + 1}.pub`, key);
  });
  return packages;
}

interface StagedProgram {
  /** The platform-independent files. */
  stage: string;
  packages: readonly string[];
  platform: Platform;
}

async function makeArchive(
  { stage, packages, platform }: StagedProgram,
  { out, channel, mtime, secretKey, level = 9, runtimeOf = runtimeFor, say }: ReleaseOptions,
): Promise<MadeArchive> {
  const version = ownVersion();
  const name = `satrap-${version}-${platform}`;
  const archive = join(out, `${name}.tar.gz`);
  const { binary, ...runtime } = runtimeOf(platform);
  writeFileSync(join(stage, 'bin/node'), binary, { mode: 0o755 });
  const postgres = addPostgres(stage, platform);
  const sbom = sbomText({ version, platform, runtime, packages: [...describePackages(root, packages), postgres] });
  writeFileSync(join(stage, 'sbom.cdx.json'), sbom);
  writeFileSync(`${archive}.cdx.json`, sbom);
  await writeArchive(stage, archive, { name, mtime, level });
  let signature: string | undefined;
  if (secretKey !== undefined) {
    const comment = artifactComment({ version, platform, channel, file: basename(archive) });
    signature = signDigest(await digestOf(archive), secretKey, comment);
    writeFileSync(`${archive}.minisig`, signature);
  }
  say(`wrote ${archive}${secretKey === undefined ? ', unsigned' : ' and its signature'}`);
  return { platform, path: archive, signature };
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');
