const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** As PostgreSQL writes an id. It refuses anything else with an error, so what comes from outside is checked first. */
export const isUuid = (text: string): boolean => UUID.test(text)
