/** Returns `host:port` as URLs have it: an IPv6 address is in brackets, or its last group would read as the port. */
export const authorityOf = (host: string, port: number): string => `${inBrackets(host)}:${port}`;

/** Returns a host as URLs have it. */
export const inBrackets = (host: string): string => (host.includes(':') ? `[${host}]` : host);
