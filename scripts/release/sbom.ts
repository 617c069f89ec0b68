import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package included in an artifact. */
export interface BundledPackage {
  name: string;
  version: string;
  license: string;
  /** From npm's lock file, such as sha512-…; null for a package that is not from the registry. */
  integrity: string | null;
}

interface Lock {
  packages: Record<string, { version?: string; license?: string; integrity?: string } | undefined>;
}

/** Describes packages, given as folders such as node_modules/zod, from their manifest if installed, and from the lock file. */
export function describePackages(root: string, folders: readonly string[]): BundledPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return folders
    .map((folder) => {
      const key = folder.slice(folder.indexOf('node_modules/'));
      const locked = packages[key];
      const file = join(root, folder, 'package.json');
      const own = existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | undefined>)
        : {};
      const name = own['name'] ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const { version = '', license = 'NOASSERTION' } = { ...locked, ...own };
      return { name, version, license, integrity: locked?.integrity ?? null };
    })
    .toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
}

interface SbomOptions {
  version: string;
  platform: string;
  runtime: { version: string; sha256: string };
  packages: readonly BundledPackage[];
}

/** Returns an artifact's SBOM in CycloneDX 1.6. Deterministic. */
export function sbomText({ version, platform, runtime, packages }: SbomOptions): string {
  const components = [
    {
      type: 'platform',
      'bom-ref': `node@${runtime.version}`,
      name: 'node',
      version: runtime.version,
      purl: `pkg:generic/node@${runtime.version}?platform=${platform}`,
      hashes: [{ alg: 'SHA-256', content: runtime.sha256 }],
      licenses: [{ license: { id: 'MIT' } }],
    },
    ...packages.map(({ name, version, license, integrity }) => ({
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(integrity?.startsWith('sha512-')
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
        : {}),
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    })),
  ];
  const satrap = {
    type: 'application',
    'bom-ref': 'satrap',
    name: 'satrap',
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  };
  const content = {
    metadata: { component: satrap, properties: [{ name: 'satrap:platform', value: platform }] },
    components,
    dependencies: [{ ref: 'satrap', dependsOn: components.map((component) => component['bom-ref']) }],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`;
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber, version: 1, ...content }, null, 2)}\n`;
}

/** A UUID (version 8, RFC 9562) derived from the content. */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
