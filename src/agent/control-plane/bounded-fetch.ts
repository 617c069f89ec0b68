/** Far more than the desired state of any host. */
const maxBytes = 32 * 1024 * 1024;

/** `fetch` that fails once a body exceeds 32 MiB: an endless answer of the control plane must not take the host's memory. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error(`it is larger than ${maxBytes / 1024 / 1024} MiB`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(bounded), response);
};
