import { runLeadsCommand } from './leads-command.ts';
import { startCommand } from './run-command.ts';

await startCommand(runLeadsCommand);
