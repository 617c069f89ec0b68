import { shippedTable } from '../src/bitcoin/clients/lifecycle.ts';

// Prints the lifecycle table of this version, to be changed and signed: node scripts/lifecycle-table.ts > client-lifecycle.json
console.log(JSON.stringify(shippedTable, null, 2));
