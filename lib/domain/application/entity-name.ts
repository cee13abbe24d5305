/** Said nowhere but in the name of a trust or a company. After another word alone: *Trust* is a first name, too. */
const WITHIN =
  /\S\s(?:trust|foundation|holdings?|partnership|l\.?l\.?[cp]\.?|incorporated|corporation)(?![\p{L}\d’'-])/iu

/** Of a person it would be an initial, or part of a double name. */
const AT_THE_END =
  /\S[\s,]+(?:inc|corp|ltd|limited|company|l\.?p|p\.?c|ventures|enterprises|investments)\.?$/iu

const AT_THE_START = /^(?:the\s+)?(?:estate|trust|trustees?) of\s/i

/** Whether what is typed as the name of a person reads like that of a trust, an estate or a company. */
export function readsLikeEntity(name: string): boolean {
  const text = name.trim().replace(/\s+/g, ' ').replace(/,\s?/g, ' ')
  return WITHIN.test(text) || AT_THE_END.test(text) || AT_THE_START.test(text)
}
