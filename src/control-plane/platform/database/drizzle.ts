// The package describes its modules in 177 kB of JSON, which Node parses again for each file that imports it: 200
// imports took a quarter of the CPU time of a start. The few imports in folders below this one do not matter.
export * from 'drizzle-orm';
export * as pg from 'drizzle-orm/pg-core';
