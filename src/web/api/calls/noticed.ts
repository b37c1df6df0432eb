import { type Failure, type Result, unwrap } from '../client.ts';

/** A value of the server, or the notice that says why there is none. */
export type Noticed<Value, Notice> = { ok: true; value: Value } | { ok: false; notice: Notice };

export type NoticeTable<Notice> = Partial<Record<Failure['code'], Notice>>;

/** Throws ApiError for a failure that the table does not have. */
export const toNoticed = <Value, Notice>(
  result: Result<Value>,
  notices: NoticeTable<Notice>,
): Noticed<Value, Notice> => {
  const notice = result.ok ? undefined : notices[result.failure.code];
  return notice === undefined ? { ok: true, value: unwrap(result) } : { ok: false, notice };
};
