import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { onTestFinished } from 'vitest';
import { closeServer, listenHere } from './listen.ts';

const architecture = process.arch === 'x64' ? 'amd64' : process.arch;

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json';

/** A registry on a loopback port, which engines reach without TLS. It offers images with one file, by their tags. */
export class ImageRegistry {
  readonly #manifests = new Map<string, Buffer>();
  readonly #blobs = new Map<string, Buffer>();
  #port = 0;

  static async start(): Promise<ImageRegistry> {
    const registry = new ImageRegistry();
    const server = createServer((request, response) => {
      const found = registry.#find(request.url ?? '');
      if (found === undefined) response.writeHead(404).end('{"errors":[{"code":"MANIFEST_UNKNOWN"}]}');
      else response.writeHead(200, headersOf(found)).end(request.method === 'HEAD' ? undefined : found.bytes);
    });
    registry.#port = await listenHere(server);
    onTestFinished(() => closeServer(server));
    return registry;
  }

  /** Offers an image whose one file has this text, and returns its reference. */
  async offer(name: string, tag: string, text: string): Promise<string> {
    const layers = pack();
    layers.entry({ name: 'text' }, text);
    layers.finalize();
    const layer = await buffer(layers);
    const rootfs = { type: 'layers', diff_ids: [digestOf(layer)] };
    const config = Buffer.from(JSON.stringify({ architecture, os: 'linux', config: {}, rootfs }));
    for (const blob of [layer, config]) this.#blobs.set(digestOf(blob), blob);
    const manifest = {
      ...{ schemaVersion: 2, mediaType: manifestType },
      config: {
        mediaType: 'application/vnd.docker.container.image.v1+json',
        ...{ size: config.length, digest: digestOf(config) },
      },
      layers: [
        {
          mediaType: 'application/vnd.docker.image.rootfs.diff.tar',
          ...{ size: layer.length, digest: digestOf(layer) },
        },
      ],
    };
    const bytes = Buffer.from(JSON.stringify(manifest));
    for (const key of [tag, digestOf(bytes)]) this.#manifests.set(`${name}/manifests/${key}`, bytes);
    return `127.0.0.1:${this.#port}/${name}:${tag}`;
  }

  #find(url: string): { bytes: Buffer; type: string } | undefined {
    if (url === '/v2/') return { bytes: Buffer.from('{}'), type: 'application/json' };
    const path = url.replace(/^\/v2\//, '');
    const manifest = this.#manifests.get(path);
    if (manifest !== undefined) return { bytes: manifest, type: manifestType };
    const blob = this.#blobs.get(path.replace(/^.*\/blobs\//, ''));
    return blob === undefined ? undefined : { bytes: blob, type: 'application/octet-stream' };
  }
}

const headersOf = ({ bytes, type }: { bytes: Buffer; type: string }) => ({
  ...{ 'content-type': type, 'content-length': bytes.length },
  'docker-content-digest': digestOf(bytes),
  'docker-distribution-api-version': 'registry/2.0',
});
