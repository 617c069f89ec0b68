import { createContext } from 'react';

/** How many incidents are open, for the titles of pages; 0 where nobody is signed in. */
export const OpenIncidents = createContext(0);
