/** Returns the GraphQL endpoint of a URL: a control plane's base URL stands for its endpoint. */
export function endpointUrl(url: string): string {
  const { protocol = '', pathname, search, hash } = URL.parse(url) ?? {};
  const isBare = /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
  return isBare ? url.replace(/\/?$/, '/graphql') : url;
}

/** Whether the host name of a URL is this machine, so that nobody is in between. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether a URL uses the network without TLS. */
export function isPlainHttp(url: string): boolean {
  const { protocol, hostname = '' } = URL.parse(url) ?? {};
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Ports that fetch refuses (https://fetch.spec.whatwg.org/#port-blocking): the agent, the commands and browsers call the API with it. */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export const isBlockedPort = (port: number): boolean => blockedPorts.has(port);

/** Whether a URL's port is blocked. The default ports never are. */
export const hasBlockedPort = (url: string): boolean => {
  const port = URL.parse(url)?.port ?? '';
  return port !== '' && isBlockedPort(Number(port));
};
