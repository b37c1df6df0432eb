import { runLeadsCommand } from './leads-command.ts';

const OWNER_ONLY_UMASK = 0o077;

process.umask(OWNER_ONLY_UMASK);
process.exitCode = await runLeadsCommand(process.argv.slice(2), process.env);
