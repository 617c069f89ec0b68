export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message with that of its cause. */
export const errorWithCause = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error
    ? `${error.message} (${error.cause.message})`
    : errorMessage(error);
