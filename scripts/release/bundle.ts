import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/**
 * What dockerode brings for engines over SSH and for builds with BuildKit, which the agent never does. Together they would cost it 10 MiB
 * of memory.
 */
const leftOut = /^(ssh2|@grpc\/grpc-js|@grpc\/proto-loader|protobufjs|tar-fs)$/;

/** Loading one of them by mistake fails at once, and by name. */
const leavingOut: Plugin = {
  name: 'leaving out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: leftOut }, ({ path }) => ({ path, namespace: 'left out' }));
    onLoad({ filter: /.*/, namespace: 'left out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** The messages of zod in 50 languages are half of it. Ours are in English. */
const englishOnly: Plugin = {
  name: 'English only',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/[a-zA-Z-]+\.js$/ }, ({ path }) =>
      /\/(en|index)\.js$/.test(path) ? null : { contents: 'export default () => ({});' },
    );
  },
};

/**
 * An `import` of node:http reads all its exports, and among them one that loads fetch: 12 MiB. What `process.getBuiltinModule` returns is
 * the same module, of which nothing is read before it is used.
 */
const lazyHttp: Plugin = {
  name: 'lazy http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:https?$/ }, ({ path, kind }) =>
      kind === 'require-call' ? null : { path, namespace: 'lazy http' },
    );
    onLoad({ filter: /.*/, namespace: 'lazy http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles the programs of a host into `folder`: `agent.mjs` for `satrap agent run` in one file, since each further one takes Node a
 * millisecond of the start, and `main.mjs` with what each other command needs in files of its own. Returns what they consist of.
 */
export async function bundle(folder: string): Promise<readonly Metafile[]> {
  rmSync(folder, { recursive: true, force: true });
  return [
    await bundleProgram(folder, { agent: 'src/main-agent.ts' }, { splitting: false }),
    await bundleProgram(folder, { main: 'src/main-host.ts' }, { splitting: true }),
  ];
}

async function bundleProgram(
  folder: string,
  entryPoints: Record<string, string>,
  { splitting }: { splitting: boolean },
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node26',
    format: 'esm',
    splitting,
    minify: true,
    // Names of classes are in log lines and in comparisons of errors.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // What was CommonJS calls `require` for Node's own modules.
    banner: {
      js: "import{createRequire as satrapRequire}from'node:module';const require=satrapRequire(import.meta.url);",
    },
    plugins: [leavingOut, englishOnly, lazyHttp],
  });
  return metafile;
}

/** The packages whose code is in bundles, as folders below the repository, such as node_modules/zod. */
export function bundledPackages(bundles: readonly Metafile[]): string[] {
  const outputs = bundles.flatMap(({ outputs }) => Object.values(outputs));
  const inputs = outputs.flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}
