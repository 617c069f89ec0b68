import ipaddr from 'ipaddr.js';

/** Whether a text is an IPv4 address of four decimal numbers. Runs in browsers as well, which have no `node:net`. */
export const isIPv4 = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text);

/** Whether a text is an IPv6 address. */
export const isIPv6 = (text: string): boolean => ipaddr.IPv6.isValid(text);

export const isIP = (text: string): boolean => isIPv4(text) || isIPv6(text);
