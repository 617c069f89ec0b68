import { shippedTable } from '../src/bitcoin/clients/lifecycle.ts';

// Prints this version's lifecycle table, to edit and sign: node scripts/lifecycle-table.ts > client-lifecycle.json
console.log(JSON.stringify(shippedTable, null, 2));
