import { readStep } from './stepped-clock.ts';

// Loaded into an agent before its own modules: shifts the host's clock as soon as the file says so.

const file = process.env['SATRAP_TEST_CLOCK'] ?? '';
const realNow = Date.now;
let step = readStep(file);
setInterval(() => {
  step = readStep(file);
}, 50).unref();

globalThis.Date = new Proxy(Date, {
  construct: (target, words, self) =>
    Reflect.construct(target, words.length === 0 ? [realNow() + step] : words, self) as Date,
  get: (target, name) => (name === 'now' ? () => realNow() + step : Reflect.get(target, name)),
});
