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
          'must not contain a user or password; the API key is all that is needed',
        )
        .refine(
          (url) => !hasBlockedPort(url),
          'has a port that no fetch connects to (https://fetch.spec.whatwg.org/#port-blocking); let the control plane, or a proxy before it, listen on another port',
        )
        .transform(endpointUrl),
  },
  insecureHttp: {
    key: 'insecure_http',
    argument: 'BOOLEAN',
    help: 'whether the URL may be plain http to another host, where everyone on the way reads the key',
    default: fixed(false),
    shape: yesNo,
  },
  caFile: {
    key: 'ca_file',
    argument: 'FILE',
    help: 'certificates (PEM) of further authorities to trust, such as one’s own',
    default: { text: 'only those of Node', valueOn: () => undefined },
    shape: absolute,
  },
  proxy: {
    key: 'proxy',
    argument: 'URL',
    help: 'HTTP proxy on the way to the control plane',
    default: {
      text: 'that of HTTPS_PROXY, or of HTTP_PROXY where the URL is plain http',
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
    help: 'hosts that are reached without the proxy',
    default: {
      text: 'those of NO_PROXY',
      valueOn: ({ env }) =>
        (env['NO_PROXY'] ?? env['no_proxy'] ?? '')
          .split(',')
          .map((host) => host.trim())
          .filter(Boolean),
    },
    shape: () => list(z.string().min(1)),
  },
} as const satisfies Record<string, SettingOption>;
