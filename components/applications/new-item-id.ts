/** The id of a new contact or account. Not `crypto.randomUUID`, which browsers have on https and localhost only. */
export const newItemId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
