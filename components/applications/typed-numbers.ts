/** Nine digits grouped as people read them; anything else stays as typed. */
export const cleanTaxId = (typed: string): string => grouped(typed, /^(\d{2})(\d{7})$/)
export const cleanSsn = (typed: string): string => grouped(typed, /^(\d{3})(\d{2})(\d{4})$/)

function grouped(typed: string, groups: RegExp): string {
  const found = groups.exec(typed.replace(/[\s.\p{Pd}\p{Cf}]/gu, ''))
  return found ? found.slice(1).join('-') : typed
}
