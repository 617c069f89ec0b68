/** Far more than the desired state of any host. */
const mostBytes = 32 * 1024 * 1024;

/** `fetch` whose answer's body fails at 32 MiB: a control plane that never stops talking must not take the host's memory. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new Error(`it is larger than ${mostBytes / 1024 / 1024} MiB`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), response);
};
