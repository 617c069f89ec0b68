/** The headings of the documentation with their addresses, made by the build. */
declare module 'virtual:documents' {
  const documents: readonly (readonly [heading: string, page: string, address: string])[];
  export default documents;
}
