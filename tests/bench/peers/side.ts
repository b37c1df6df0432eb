import type { MakeRequest } from '../server/hot-calls.ts';

/** What both servers are asked to do, each call for an account and a network of its own. */
export type PeerCall =
  | 'code requested'
  | 'code verified, known address'
  | 'code verified, new address'
  | 'session read';

/** A running server with accounts, pending codes and open sessions. */
export interface Side {
  url: string;
  calls: Record<PeerCall, MakeRequest>;
  stop(): Promise<void>;
}

/** What a server needs to start. */
export interface SideSettings {
  smtpUrl: string;
  /** Accounts without a code, as many with one, and as many codes of addresses without an account. */
  accounts: number;
}

export const SECRET_KEY = 'a secret key that only the benchmark knows';
export const CODE = '123456';
/** Open sessions, read in turn. */
export const SESSIONS = 50;

export const askingEmail = (count: number): string => `asking-${count}@bench.example`;
export const joiningEmail = (count: number): string => `joining-${count}@bench.example`;
export const enteringEmail = (count: number): string => `entering-${count}@bench.example`;

/** The numbers from 0, one more at every call. */
export const counter = () => {
  let count = -1;
  return () => {
    count += 1;
    return count;
  };
};
