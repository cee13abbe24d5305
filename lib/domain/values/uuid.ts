const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Whether the text is an ID as PostgreSQL writes it. PostgreSQL fails on anything else, so input from outside is
 * checked first.
 */
export const isUuid = (text: string): boolean => UUID.test(text)
