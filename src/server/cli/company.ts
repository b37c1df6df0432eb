import { runCompanyCommand } from './company-command.ts';

const OWNER_ONLY_UMASK = 0o077;

process.umask(OWNER_ONLY_UMASK);
process.exitCode = await runCompanyCommand(process.argv.slice(2), process.env);
