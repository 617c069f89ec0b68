/** The host cannot be set up as requested. The message names the obstacle and what the operator can do about it. */
export class HostSetupError extends Error {
  override name = 'HostSetupError';
}
