import { runFunnelCommand } from './funnel-command.ts';
import { startCommand } from './run-command.ts';

await startCommand(runFunnelCommand);
