import { isReachedDirectly } from '../../agent/control-plane/no-proxy.ts';

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);

/**
 * How this shell's environment connects to a control plane. A service does not have that environment, so what joins a
 * host stores it as settings; otherwise the token would be used, and the agent would never come online.
 */
export function shellConnection(url: string, env: NodeJS.ProcessEnv = process.env) {
  const name = url.startsWith('http:') ? 'HTTP_PROXY' : 'HTTPS_PROXY';
  const proxy = env[name] || env[name.toLowerCase()];
  const noProxy = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',').map((host) => host.trim());
  // An invalid URL is refused later.
  const isDirect = URL.canParse(url) && isReachedDirectly(url, noProxy.filter(Boolean));
  return {
    caFile: env['NODE_EXTRA_CA_CERTS'] || undefined,
    // Any other is refused when it is used.
    proxy: proxy !== undefined && /^https?:\/\//.test(proxy) && !isDirect ? proxy : undefined,
    isDirect,
  };
}

/** Hides from the check of an installation what only this shell sets for an agent. */
export const withoutShell = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.keys(env).flatMap((name) =>
      name.startsWith('SATRAP_AGENT_') || proxyVariables.includes(name) ? [[name, undefined]] : [],
    ),
  );
