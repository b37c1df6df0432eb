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
}
