/**
 * An absolute URI by RFC 3986 (interface, "Mer fields", Website: URI format). Checks the characters rather than using
 * `new URL`, which silently repairs blanks, line breaks and quotes.
 */
export const isUri = (text: string): boolean => text.length <= LONGEST && URI.test(text)

/** The pattern may overflow the stack on longer text, and no address is that long. */
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
