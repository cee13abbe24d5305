/**
 * The ID of a new contact or account. Not `crypto.randomUUID`, which browsers only offer on HTTPS and localhost.
 */
export const newItemId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
