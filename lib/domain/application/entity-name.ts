/** Words that only names of trusts and companies have. Not as the first word: *Trust* is also a first name. */
const WITHIN =
  /\S\s(?:trust|foundation|holdings?|partnership|l\.?l\.?[cp]\.?|incorporated|corporation)(?![\p{L}\d’'-])/iu

/** Only at the end: elsewhere these can be a person's initials or part of a double name. */
const AT_THE_END =
  /\S[\s,]+(?:inc|corp|ltd|limited|company|l\.?p|p\.?c|ventures|enterprises|investments)\.?$/iu

const AT_THE_START = /^(?:the\s+)?(?:estate|trust|trustees?) of\s/i

/** Whether the name entered for a person looks like the name of a trust, an estate or a company. */
export function readsLikeEntity(name: string): boolean {
  const text = name.trim().replace(/\s+/g, ' ').replace(/,\s?/g, ' ')
  return WITHIN.test(text) || AT_THE_END.test(text) || AT_THE_START.test(text)
}
