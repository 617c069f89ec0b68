/** `GET /graphql` with --development. A bundled sandbox takes 9 MB, and the usual one loads programs of another host. */
export const developmentPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Satrap API</title></head>
  <body>
    <h1>Satrap API</h1>
    <p>Send <code>POST</code> requests to this address, with the header <code>Authorization: Bearer API_KEY</code>.</p>
    <p>Introspection is on: a GraphQL client such as Altair, Insomnia or Postman can load the schema from here.</p>
  </body>
</html>
`;
