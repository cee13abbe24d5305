import { isCallbackField } from './fields'

/** A form's fields as they came, decoded, in their order. */
export type FormFields = readonly (readonly [name: string, value: string])[]

/**
 * What makes two callbacks the same: the same fields with the same values, in whatever order and encoding. The
 * order of several values of one name counts. A field of the interface that is given empty is one that is not given, as
 * forms have it; of anything else nobody knows what its name alone means.
 */
export const canonicalContent = (fields: FormFields): string =>
  JSON.stringify(
    fields
      .filter(([name, value]) => value !== '' || !isCallbackField(name))
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  )

/** What a receiver says of a sale by being that of a merchant: it stands in no field. */
export const RECEIVER_MERCHANT = 'Merchant of its receiver'

/** What a sale comes to hangs on these: they are told first. */
const DECIDING = ['tran_type', 'resp_code', 'tran_amount', 'currency_code', RECEIVER_MERCHANT]

const placeOf = (name: string): number => {
  const place = DECIDING.indexOf(name)
  return place === -1 ? DECIDING.length : place
}

/**
 * The fields in which contents differ, those of its money first and the others by name, with each content's text; null
 * where it has none. Several values of one name are one text, a line each.
 */
export function contentDifferences(
  contents: readonly FormFields[],
): { name: string; texts: (string | null)[] }[] {
  const byName = contents.map(valuesByName)
  const names = [...new Set(byName.flatMap((values) => [...values.keys()]))]
    .sort()
    .sort((one, other) => placeOf(one) - placeOf(other))
  return names
    .map((name) => ({ name, values: byName.map((values) => values.get(name)) }))
    .filter(({ values }) => new Set(values.map((some) => JSON.stringify(some))).size > 1)
    .map(({ name, values }) => ({ name, texts: values.map((some) => some?.join('\n') ?? null) }))
}

/** Of each name its values in their order; a field of the interface that is given empty has none. */
export function valuesByName(fields: FormFields): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [name, value] of fields) {
    if (value === '' && isCallbackField(name)) continue
    const before = values.get(name)
    if (before) before.push(value)
    else values.set(name, [value])
  }
  return values
}
