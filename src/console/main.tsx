import './mantine.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ViewerDocument } from '../client/operations.generated.ts';
import { Api } from './api/api.ts';
import { buildQueryClient, keyOf } from './api/use-api.tsx';
import { buildRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Nonce for the scroll-lock library of dialogs, which adds a style element.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const base = document.baseURI;
const api = new Api(base, sessionStorage);
const queries = buildQueryClient(() => queries.setQueryData(keyOf(ViewerDocument, {}), { viewer: null }));
const router = buildRouter({ api, queries }, new URL(base).pathname);

const element = document.getElementById('console');
if (element !== null)
  createRoot(element).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
