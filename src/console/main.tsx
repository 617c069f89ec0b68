import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';
import './console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ViewerDocument } from '../client/operations.generated.ts';
import { Api } from './api/api.ts';
import { organizationIn } from './api/organization-address.ts';
import { buildQueryClient, keyOf } from './api/use-api.tsx';
import { buildRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Nonce for the scroll-lock library of dialogs, which adds a style element.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const base = document.baseURI;
const api = new Api(base);
const queries = buildQueryClient(() => queries.setQueryData(keyOf(ViewerDocument, {}), { viewer: null }));
const basepath = new URL(base).pathname;
api.organization = organizationIn(location.pathname.slice(basepath.length - 1));
const router = buildRouter({ api, queries, basepath });

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
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
