/** A typed ZIP code: its five digits, and the last four of a ZIP+4, which the partner does not accept. */
export type ZipCode = { zip: string; plusFour: string | null }

/** Reads `97205`, `97205-1203` and `972051203`; null for anything else. */
export function readZip(text: string): ZipCode | null {
  const [, zip, plusFour = null] = /^(\d{5})(\d{4})?$/.exec(text.replace(/[\s.()\p{Pd}\p{Cf}]/gu, '')) ?? []
  return zip === undefined ? null : { zip, plusFour }
}
