/** Returns the GraphQL endpoint that a person means by a URL: a control plane's bare address stands for its endpoint. Pure. */
export function endpointUrl(url: string): string {
  const { protocol = '', pathname, search, hash } = URL.parse(url) ?? {};
  const isBare = /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
  return isBare ? url.replace(/\/?$/, '/graphql') : url;
}
