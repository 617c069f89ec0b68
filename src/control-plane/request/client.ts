/** Where a request comes from. */
export interface RequestClient {
  /** IP address; null when the connection is gone. */
  address: string | null;
  /** The `Origin` header: which page of a browser asks. */
  origin: string | null;
  /** The `Cookie` header. */
  cookie: string | null;
  userAgent: string | null;
  /** The client's connection is encrypted, as far as we or a trusted proxy can see. */
  isSecure: boolean;
  /** The request says that a page of ours made it. Browsers always say which page made a POST request. */
  isOwnOrigin: boolean;
}
