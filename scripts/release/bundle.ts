import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/**
 * dockerode's support for engines over SSH and for BuildKit, which the agent never uses and which would cost it 10 MiB of memory, and pino's
 * support for logging in another thread.
 */
const leftOut = /^(ssh2|@grpc\/grpc-js|@grpc\/proto-loader|protobufjs|tar-fs|thread-stream)$/;

/** Loading one of them by mistake fails immediately and names it. */
const leavingOut: Plugin = {
  name: 'leaving out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: leftOut }, ({ path }) => ({ path, namespace: 'left out' }));
    onLoad({ filter: /.*/, namespace: 'left out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Modules that libraries load at start and the agent needs late or never, with their replacements. */
const replacements: Readonly<Record<string, string>> = {
  // Used by docker-modem, which writes nothing unless DEBUG is set.
  debug: 'module.exports = () => () => {};',
  // For an engine over TCP. Loads all of TLS. Not among the late builtins below: docker-modem's http.js assigns to it.
  https: "module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('node:https')[name] });",
  // Used by sonic-boom, of pino, for its own faults.
  assert: "module.exports = (...claim) => process.getBuiltinModule('node:assert')(...claim);",
  // Used by pino.
  worker_threads: 'module.exports = { isMainThread: true };',
};

const replacing: Plugin = {
  name: 'replacing',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(debug|https|assert|worker_threads)$/ }, ({ path }) => ({ path, namespace: 'replaced' }));
    onLoad({ filter: /.*/, namespace: 'replaced' }, ({ path }) => ({ contents: replacements[path] ?? '' }));
  },
};

/** Loaded on the first use of one of their functions. */
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

/**
 * Node's own modules that the first heartbeat does not need, loaded on the first use of an export: together a tenth of the
 * start. https loads all of TLS, zlib all of zip.
 */
const builtinsLate: Plugin = {
  name: 'builtins late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(child_process|crypto|dns\/promises|https|zlib)$/ }, ({ path }) => ({
      path: path.replace(/^node:/, ''),
      namespace: 'late builtin',
    }));
    onLoad({ filter: /.*/, namespace: 'late builtin' }, ({ path }) => ({
      contents: `const load = () => process.getBuiltinModule('node:${path}'); module.exports = { ${Object.keys(
        createRequire(import.meta.url)(`node:${path}`),
      )
        .map((name) => `get ${name}() { return load().${name}; }`)
        .join(', ')} };`,
    }));
  },
};

/** zod's messages in 50 languages are half of its size. We use English. */
const englishOnly: Plugin = {
  name: 'English only',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/[a-zA-Z-]+\.js$/ }, ({ path }) =>
      /\/(en|index)\.js$/.test(path) ? null : { contents: 'export default () => ({});' },
    );
  },
};

/** undici's connections without its fetch, its caches and its mocks, which the gateway never uses: 7 MiB of memory. */
const connectionsOnly: Plugin = {
  name: 'connections only',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'connections only' }));
    onLoad({ filter: /.*/, namespace: 'connections only' }, () => ({
      contents: "module.exports = { Pool: require('undici/lib/dispatcher/pool.js') };",
      resolveDir: root,
    }));
  },
};

/** The options of each client version are parsed when a node of that version is first checked, not at the start. */
const optionsLate: Plugin = {
  name: 'options late',
  setup({ onLoad }) {
    onLoad({ filter: /\/bitcoin\/clients\/[a-z]+\/\d+\.json$/ }, ({ path }) => {
      const { options, ...data } = JSON.parse(readFileSync(path, 'utf8'));
      const text = JSON.stringify(JSON.stringify(options));
      return {
        contents: `let options; export default { ...${JSON.stringify(data)}, get options() { return (options ??= JSON.parse(${text})); } };`,
      };
    });
  },
};

/**
 * An `import` of node:http reads all its exports, one of which loads fetch: 12 MiB. `process.getBuiltinModule` returns the same module
 * without reading any export.
 */
const lazyHttp: Plugin = {
  name: 'lazy http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ path, kind }) =>
      kind === 'require-call' ? null : { path, namespace: 'lazy http' },
    );
    onLoad({ filter: /.*/, namespace: 'lazy http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles into `folder`: `agent.cjs` for `satrap agent run`, `gateway.cjs` for `satrap gateway run`, and `main.mjs` for the other commands
 * except the control plane's, with lazily loaded chunks. Returns their contents.
 *
 * The agent and the gateway are a single CommonJS file each: each extra file adds a millisecond to the start, the ESM loader costs 2 MiB, and
 * an `import` of a Node module reads all its exports, some of which load more.
 */
export async function bundleHost(folder: string): Promise<readonly Metafile[]> {
  const plugins = [
    leavingOut,
    replacing,
    builtinsLate,
    loadingLate,
    englishOnly,
    optionsLate,
    lazyHttp,
    connectionsOnly,
  ];
  rmSync(folder, { recursive: true, force: true });
  return [
    await bundleProgram(folder, {
      entryPoints: { agent: 'src/main-agent.ts', gateway: 'src/main-gateway.ts' },
      ...{ format: 'cjs', outExtension: { '.js': '.cjs' }, plugins },
      define: { 'import.meta.url': 'satrapUrl' },
      banner: { js: "const satrapUrl=require('node:url').pathToFileURL(__filename).href;" },
    }),
    await bundleProgram(folder, { entryPoints: { main: 'src/main-host.ts' }, ...inManyFiles, plugins }),
  ];
}

/** Bundles `satrap control-plane` into `folder`, without the agent's omissions and lazy loading. Returns its contents. */
export async function bundleControlPlane(folder: string): Promise<readonly Metafile[]> {
  const entryPoints = { main: 'src/main-control-plane.ts' };
  return [await bundleProgram(folder, { entryPoints, ...inManyFiles, plugins: [englishOnly] })];
}

const inManyFiles: BuildOptions = {
  ...{ format: 'esm', outExtension: { '.js': '.mjs' }, splitting: true },
  // Bundled CommonJS code calls `require` for Node's modules.
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
    // Class names appear in log lines and error comparisons.
    keepNames: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** The packages in the bundles, as folders of the repository, such as node_modules/zod. */
export function bundledPackages(bundles: readonly Metafile[]): string[] {
  const outputs = bundles.flatMap(({ outputs }) => Object.values(outputs));
  const inputs = outputs.flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}
