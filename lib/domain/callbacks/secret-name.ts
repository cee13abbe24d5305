/**
 * Names of what nobody may keep once a sale is authorized (PCI DSS 3.3.1): the security code, the PIN, and what a
 * magnetic stripe or a chip says. A result (`cvv_result`) goes with it: nothing is made of it here.
 */
const SECRET =
  /(?:^|_)(?:cvv2?|cvc2?|cvn2?|cvd|csc|cid|cav2?|pin(?:_?(?:block|data|code|number))?|tracks?_?[123]?(?:_?data)?(?!_(?:id|no|number|url|code)(?:_|$))|mag_?stripe|security_?code|card_?code|card_?verification|verification_?(?:value|code|number))(?:_|$)/

/** What no text has to be read for that names none of them. */
const STEMS = /cv[vcnd]|csc|cid|cav|pin|track|stripe|secur|verif|card.?code|profile.?key/i

/** However it is written: `CVV2`, `cardCvv`, `card[cvc]`, `security-code`, `track2Data`. */
export function isSecretName(name: string): boolean {
  const printed = name.replace(/[^!-~]/g, '')
  if (!STEMS.test(printed)) return false
  const words = printed.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
  return SECRET.test(words.replace(/[^a-z\d]+/g, '_'))
}

/** `name: value` and `name=value` of a form, an object or a list within a text, quoted or not. */
const MEMBER =
  /(?<![\w-])([A-Za-z][\w-]{0,40})((?:\\{0,3}["'])?\s{0,20}[:=]\s{0,20})(?:(\\{0,3}")(?:[^"\\]|\\(?!")){0,500}|'[^']{0,500}|[^\s,;&}\]<>"'\\]+)/g
const ELEMENT = /<([A-Za-z][\w:.-]{0,40})([^<>]{0,100})>[^<]{1,500}(?=<)/g

/** The text with the values of secrets that it names itself emptied: it is JSON, XML or a form within a field. */
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
