/**
 * Names of data that may not be stored after authorization (PCI DSS 3.3.1): the security code, the PIN, and the data of
 * a magnetic stripe or chip. A result such as `cvv_result` is removed too, because the desk does not use it.
 */
const SECRET =
  /(?:^|_)(?:cvv2?|cvc2?|cvn2?|cvd|csc|cid|cav2?|pin(?:_?(?:block|data|code|number))?|tracks?_?[123]?(?:_?data)?(?!_(?:id|no|number|url|code)(?:_|$))|mag_?stripe|security_?code|card_?code|card_?verification|verification_?(?:value|code|number))(?:_|$)/

/** A cheap pre-check: text without any of these needs no closer look. */
const STEMS = /cv[vcnd]|csc|cid|cav|pin|track|stripe|secur|verif|card.?code|profile.?key/i

/** Whether the name is one of these, in any spelling: `CVV2`, `cardCvv`, `card[cvc]`, `security-code`, `track2Data`. */
export function isSecretName(name: string): boolean {
  const printed = name.replace(/[^!-~]/g, '')
  if (!STEMS.test(printed)) return false
  const words = printed.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
  return SECRET.test(words.replace(/[^a-z\d]+/g, '_'))
}

/** `name: value` or `name=value` in a form, object or list inside a text, quoted or not. */
const MEMBER =
  /(?<![\w-])([A-Za-z][\w-]{0,40})((?:\\{0,3}["'])?\s{0,20}[:=]\s{0,20})(?:(\\{0,3}")(?:[^"\\]|\\(?!")){0,500}|'[^']{0,500}|[^\s,;&}\]<>"'\\]+)/g
const ELEMENT = /<([A-Za-z][\w:.-]{0,40})([^<>]{0,100})>[^<]{1,500}(?=<)/g

/** Empties the values of secrets named inside the text, which may be JSON, XML or a form within a field. */
export function emptySecrets(text: string): string {
  if (!STEMS.test(text)) return text
  return text
    .replace(MEMBER, (whole, name: string, between: string, quote: string | undefined) => {
      if (!isSecretName(name) && !isProfileKey(name)) return whole
      const opened = quote ?? (whole.startsWith("'", name.length + between.length) ? "'" : '')
      return `${name}${between}${opened}`
    })
    .replace(ELEMENT, (whole, name: string, attributes: string) =>
      isSecretName(name) ? `<${name}${attributes}>` : whole,
    )
}

const isProfileKey = (name: string): boolean => /^profile[_-]?key$/i.test(name)
