/**
 * A value of a request under its path in the partner's names (`lstContact[0].SSN__c`). Sensitive values are masked.
 */
export type RequestRow = { path: string; value: string | number | boolean | null }

/**
 * `52 fields` for a create, `52 fields and 5 record IDs` for an update with the same values: record IDs are not
 * values of the application.
 */
export function requestWords(rows: readonly RequestRow[]): string {
  const ids = rows.filter(({ path }) => /(?:^|\.)Id$/.test(path)).length
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  const fields = counted(rows.length - ids, 'field')
  return ids === 0 ? fields : `${fields} and ${counted(ids, 'record ID')}`
}
