export const eventStreamHeaders = {
  'content-type': 'text/event-stream',
  connection: 'keep-alive',
  'cache-control': 'no-cache, no-transform',
  // nginx otherwise passes nothing on until its buffer is full: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
  'x-accel-buffering': 'no',
};
