/**
 * An absolute URI as RFC 3986 has it (interface, "Mer fields", Website: URI format). By its characters and not by
 * `new URL`, which forgives blanks, line breaks and quotes, and mends them in silence.
 */
export const isUri = (text: string): boolean => text.length <= LONGEST && URI.test(text)

/** A pattern may run out of stack on a text that no address has. */
const LONGEST = 8_000

const PLAIN = "A-Za-z0-9._~!$&'()*+,;=\\-"
const ESCAPED = '%[0-9A-Fa-f]{2}'
const CHARACTER = `(?:[${PLAIN}:@]|${ESCAPED})`
const PATH = `(?:/${CHARACTER}*)*`
const HOST = `(?:\\[(?:[0-9A-Fa-f:.]+|v[0-9A-Fa-f]+\\.[${PLAIN}:]+)\\]|(?:[${PLAIN}]|${ESCAPED})*)`
const AUTHORITY = `(?:(?:[${PLAIN}:]|${ESCAPED})*@)?${HOST}(?::\\d*)?`

const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://${AUTHORITY}${PATH}|/(?:${CHARACTER}+${PATH})?|${CHARACTER}+${PATH}|)` +
    `(?:\\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?$`,
)
