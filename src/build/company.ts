import { handOver } from './server-command.ts';

export default (words: string[]): Promise<string> => handOver('company', words);
