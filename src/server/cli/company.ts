import { runCompanyCommand } from './company-command.ts';
import { startCommand } from './run-command.ts';

await startCommand(runCompanyCommand);
