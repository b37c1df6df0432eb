/** How a subcommand prints its result; plain text by default. */
export interface OutputFormat {
  json?: boolean;
  gherkin?: boolean;
}
