import { runFunnelCommand } from './funnel-command.ts';

const OWNER_ONLY_UMASK = 0o077;

process.umask(OWNER_ONLY_UMASK);
process.exitCode = await runFunnelCommand(process.argv.slice(2), process.env);
