/** A key that is equal for `Legal_Name__c`, `legal name` and `LegalName`: letters and digits only, in lower case. */
export const looseKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
