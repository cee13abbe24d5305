import { type SQL, sql } from 'drizzle-orm'

/** For rows `lines` of `funding_lines` and `requests` of `funding_requests`: the line is sent in the request. */
export const requestOfLine = sql`requests.batch_id = lines.batch_id
  and lines.transaction_no between requests.first_transaction and requests.last_transaction`

/** For rows `lines` of `funding_lines`: the partner did not report the line's transaction as failed. */
export const hasNotFailed = sql`not exists (
  select from funding_failures failures
  where failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
)`

/** A sale's profile. Keeps PostgreSQL from using the profile's index, which finds almost every row. */
export const unindexedProfile = (column: SQL = sql`profile_id`): SQL => sql`${column} || ''`
