/** The headers of a file that a page fetches: it is what it says that it is, and no other site's page may have it. */
export const fileHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * The headers of what a browser shows by itself: a page, or a picture that may hold scripts. It runs our own scripts and nothing else, asks
 * nobody but us, and stands in no frame. `nonce` is for the style elements that the components add while they run; the browser takes no
 * other ones.
 */
export const documentHeaders = (nonce: string | null): Record<string, string> => ({
  ...fileHeaders,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
});
