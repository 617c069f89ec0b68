/** A part of the console is not to be had, although the control plane answers. */
export class MissingPartError extends Error {}
