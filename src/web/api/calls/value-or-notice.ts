import type { CallName, ResponseBody } from '#contract/calls/all-calls.ts';
import { type Failure, type Result, unwrap } from '../client.ts';

/** A value of the server, or the notice that says why there is none. */
export type ValueOrNotice<Value, Notice> =
  | { ok: true; value: Value }
  | { ok: false; notice: Notice };

/** What the errors of some calls mean to the visitor. */
export type NoticeTable<Name extends CallName, Notice> = Partial<
  Record<Failure<Name>['code'], Notice>
>;

/** Throws ApiError for a failure that the table does not have. */
export const toValueOrNotice = <Name extends CallName, Notice>(
  result: Result<Name>,
  notices: NoticeTable<Name, Notice>,
): ValueOrNotice<ResponseBody<Name>, Notice> => {
  const notice = result.ok ? undefined : notices[result.failure.code];
  return notice === undefined ? { ok: true, value: unwrap(result) } : { ok: false, notice };
};
