/** The payload fields of each event by chart and event type; src/build/charts provides it. */
declare module 'virtual:event-payloads' {
  const payloads: Record<
    string,
    Record<string, import('#charts/model/chart-source.ts').DeclaredFields> | undefined
  >;
  export default payloads;
}
