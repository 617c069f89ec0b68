// One line for each major version, oldest first.
export { default as v27 } from './27.json' with { type: 'json' };
export { default as v28 } from './28.json' with { type: 'json' };
export { default as v29 } from './29.json' with { type: 'json' };
export { default as v30 } from './30.json' with { type: 'json' };
export { default as v31 } from './31.json' with { type: 'json' };
export { default as v32 } from './32.json' with { type: 'json' };
