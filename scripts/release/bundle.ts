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

/** Bundles the program of a host into `folder`. Returns what it consists of. */
export async function bundle(folder: string): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/main-host.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node26',
    format: 'esm',
    // What a command loads late stays in files of its own.
    splitting: true,
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

/** The packages whose code is in a bundle, as folders below the repository, such as node_modules/zod. */
export function bundledPackages({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}
