import { createHash } from 'node:crypto';

/** A package included in an artifact. */
export interface BundledPackage {
  name: string;
  version: string;
  license: string;
  /** From npm's lock file, such as sha512-…; null for a package that is not from the registry. */
  integrity: string | null;
}

export interface SbomOptions {
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
