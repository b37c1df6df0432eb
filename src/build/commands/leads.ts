import { serverCommand } from './server-command.ts';

export const command = serverCommand('leads');
