/** A value of a request, by its path in the partner's names (`lstContact[0].SSN__c`); identities masked. */
export type RequestRow = { path: string; value: string | number | boolean | null }

/**
 * `52 fields` of a create, `52 fields and 5 record IDs` of an update of the same values: the partner's ids of its own
 * records are no values of the application.
 */
export function requestWords(rows: readonly RequestRow[]): string {
  const ids = rows.filter(({ path }) => /(?:^|\.)Id$/.test(path)).length
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  const fields = counted(rows.length - ids, 'field')
  return ids === 0 ? fields : `${fields} and ${counted(ids, 'record ID')}`
}
