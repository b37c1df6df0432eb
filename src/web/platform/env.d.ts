/** Environment variables that the build reads (see docs/configuration.md). */
interface ImportMetaEnv {
  readonly VITE_APP_HOME_URL?: string;
  readonly VITE_ATS_HOME_URL?: string;
  readonly VITE_NEW_JOB_URL?: string;
  readonly VITE_DEMO_EMBED_URL?: string;
  readonly VITE_CALENDAR_URL?: string;
  readonly VITE_API_URL?: string;
  readonly VITE_API_TEST_URL?: string;
  readonly VITE_TEST_HOSTS?: string;
  readonly VITE_RAZORPAY_KEY?: string;
  readonly VITE_TAG_URL?: string;
}

/** Legal texts, which src/build/legal/parse-legal.ts parses into documents. */
declare module '*.md' {
  const legalDocument: import('#web/content/legal/document.ts').LegalDocument;
  export default legalDocument;
}

/** The payload fields of each event by chart and event type; src/build/charts provides it. */
declare module 'virtual:event-payloads' {
  const payloads: Record<
    string,
    Record<string, import('#charts/model/chart-source.ts').DeclaredFields> | undefined
  >;
  export default payloads;
  /** In a simulation, the listed events of each chart; else undefined. */
  export const listedEvents:
    | import('#charts/simulation/opened-chart.ts').OpenedChart['events']
    | undefined;
}

/** The chart that `npm run charts -- <chart> --open` simulates; src/build/charts provides it. */
declare module 'virtual:simulated-chart' {
  export const chart: import('#charts/simulation/opened-chart.ts').OpenedChart['chart'];
  export const inputs: unknown[];
}

/** The names of the approved pictures of each chart's states; none in a build. src/build/charts provides it. */
declare module 'virtual:approved-pictures' {
  const pictures: Record<string, string[] | undefined>;
  export default pictures;
}
