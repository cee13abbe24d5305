/** What was typed as a ZIP code: its five digits, and the four of a ZIP+4 that the partner does not take. */
export type ZipCode = { zip: string; plusFour: string | null }

/** `97205`, `97205-1203` and `972051203`; null for all else. */
export function readZip(text: string): ZipCode | null {
  const [, zip, plusFour = null] = /^(\d{5})(\d{4})?$/.exec(text.replace(/[\s.()\p{Pd}\p{Cf}]/gu, '')) ?? []
  return zip === undefined ? null : { zip, plusFour }
}
