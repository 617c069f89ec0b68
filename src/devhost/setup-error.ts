/** The host cannot be set up as requested. The message has the obstacle and what to do. */
export class HostSetupError extends Error {
  override name = 'HostSetupError';
}
