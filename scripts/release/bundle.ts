import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/**
 * What dockerode brings for engines over SSH and for builds with BuildKit, which the agent never does: together they would cost it 10 MiB of
 * memory. And what pino has for logs in another thread.
 */
const leftOut = /^(ssh2|@grpc\/grpc-js|@grpc\/proto-loader|protobufjs|tar-fs|thread-stream)$/;

/** Loading one of them by mistake fails at once, and by name. */
const leavingOut: Plugin = {
  name: 'leaving out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: leftOut }, ({ path }) => ({ path, namespace: 'left out' }));
    onLoad({ filter: /.*/, namespace: 'left out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** What libraries load at their start and the agent needs late or never, and what takes its place. */
const replacements: Readonly<Record<string, string>> = {
  // Of docker-modem, which writes nothing with it unless DEBUG is set.
  debug: 'module.exports = () => () => {};',
  // For an engine over TCP. It would load all of TLS.
  https: "module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('node:https')[name] });",
};

const replacing: Plugin = {
  name: 'replacing',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(debug|https)$/ }, ({ path }) => ({ path, namespace: 'replaced' }));
    onLoad({ filter: /.*/, namespace: 'replaced' }, ({ path }) => ({ contents: replacements[path] ?? '' }));
  },
};

/** Loaded when one of their functions is used first. */
const lateLibraries: Readonly<Record<string, readonly string[]>> = {
  'tar-stream': ['extract', 'pack'],
  semver: ['gt', 'lt', 'valid'],
};

const loadingLate: Plugin = {
  name: 'loading late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(tar-stream|semver)$/ }, ({ path, namespace }) =>
      namespace === 'late' ? null : { path, namespace: 'late' },
    );
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: `module.exports = { ${(lateLibraries[path] ?? [])
        .map((name) => `get ${name}() { return require('${path}').${name}; }`)
        .join(', ')} };`,
      resolveDir: root,
    }));
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
 * Bundles into `folder`: `agent.cjs` for `satrap agent run`, and `main.mjs` for the other commands but the control plane's, with what each needs
 * in files of its own. Returns what they consist of.
 *
 * The agent is one file, since each further one takes Node a millisecond of the start, and of the former kind of modules: those of the present
 * kind are loaded by a loader that costs 2 MiB, and an `import` of a module of Node's reads all its exports, some of which load more.
 */
export async function bundleHost(folder: string): Promise<readonly Metafile[]> {
  const plugins = [leavingOut, replacing, loadingLate, englishOnly, lazyHttp];
  rmSync(folder, { recursive: true, force: true });
  return [
    await bundleProgram(folder, {
      entryPoints: { agent: 'src/main-agent.ts' },
      ...{ format: 'cjs', outExtension: { '.js': '.cjs' }, plugins },
      define: { 'import.meta.url': 'satrapUrl' },
      banner: { js: "const satrapUrl=require('node:url').pathToFileURL(__filename).href;" },
    }),
    await bundleProgram(folder, { entryPoints: { main: 'src/main-host.ts' }, ...inManyFiles, plugins }),
  ];
}

/** Bundles `satrap control-plane` into `folder`, without what the agent's bundles leave out or load late. Returns what it consists of. */
export async function bundleControlPlane(folder: string): Promise<readonly Metafile[]> {
  const entryPoints = { main: 'src/main-control-plane.ts' };
  return [await bundleProgram(folder, { entryPoints, ...inManyFiles, plugins: [englishOnly] })];
}

const inManyFiles: BuildOptions = {
  ...{ format: 'esm', outExtension: { '.js': '.mjs' }, splitting: true },
  // What was CommonJS calls `require` for Node's own modules.
  banner: {
    js: "import{createRequire as satrapRequire}from'node:module';const require=satrapRequire(import.meta.url);",
  },
};

async function bundleProgram(folder: string, options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node26',
    minify: true,
    // Names of classes are in log lines and in comparisons of errors.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
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
