import { randomUUID } from 'node:crypto'

/** The id of a contact, account or line item that the server adds, as the forms make theirs. */
export const newItemId = (): string => randomUUID().replaceAll('-', '')
