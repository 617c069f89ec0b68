import * as z from 'zod';
import { hasBlockedPort } from '../../contract/blocked-ports.ts';
import { endpointUrl } from '../../contract/endpoint-url.ts';
import { absolute, fixed, list, type SettingOption, yesNo } from './shapes.ts';

export const connectionOptions = {
  url: {
    key: 'url',
    argument: 'URL',
    help: 'GraphQL endpoint of the control plane, such as https://satrap.example.com/graphql',
    default: null,
    // Without a password: the URL is shown in logs and by `agent status`.
    shape: () =>
      z
        .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
        .refine(
          (url) => !/^[^/]*\/\/[^/?#]*@/.test(url),
          'must not contain a user or password; the agent authenticates with its API key',
        )
        .refine(
          (url) => !hasBlockedPort(url),
          'has a port blocked by fetch (https://fetch.spec.whatwg.org/#port-blocking); let the control plane or its proxy listen on another port',
        )
        .transform(endpointUrl),
  },
  insecureHttp: {
    key: 'insecure_http',
    argument: 'BOOLEAN',
    help: 'allow plain http to another host, which exposes the key on the network',
    default: fixed(false),
    shape: yesNo,
  },
  caFile: {
    key: 'ca_file',
    argument: 'FILE',
    help: 'certificates (PEM) of additional authorities to trust',
    default: { text: 'only those of Node', valueOn: () => undefined },
    shape: absolute,
  },
  proxy: {
    key: 'proxy',
    argument: 'URL',
    help: 'HTTP proxy for the control plane',
    default: {
      text: 'HTTPS_PROXY, or HTTP_PROXY if the URL is plain http',
      valueOn: ({ env, settings: { url } }) => {
        const [upper, lower] = url?.startsWith('http:') ? ['HTTP_PROXY', 'http_proxy'] : ['HTTPS_PROXY', 'https_proxy'];
        return env[upper ?? ''] || env[lower ?? ''] || undefined;
      },
    },
    shape: () => z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
  },
  noProxy: {
    key: 'no_proxy',
    argument: 'LIST',
    help: 'hosts to reach without the proxy',
    default: {
      text: 'hosts in NO_PROXY',
      valueOn: ({ env }) =>
        (env['NO_PROXY'] ?? env['no_proxy'] ?? '')
          .split(',')
          .map((host) => host.trim())
          .filter(Boolean),
    },
    shape: () => list(z.string().min(1)),
  },
} as const satisfies Record<string, SettingOption>;
