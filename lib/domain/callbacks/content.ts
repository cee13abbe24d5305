import { isCallbackField } from './fields'

/** A form's decoded fields, in the order received. */
export type FormFields = readonly (readonly [name: string, value: string])[]

/**
 * Two callbacks are the same if they have the same fields with the same values, in any order and encoding. Several
 * values of one name must be in the same order. An empty field of the interface counts as missing, as in HTML forms;
 * for an unknown field, even its name may have a meaning.
 */
export const canonicalContent = (fields: FormFields): string =>
  JSON.stringify(
    fields
      .filter(([name, value]) => value !== '' || !isCallbackField(name))
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  )

/**
 * Names the difference if two deliveries came to receivers of different merchants. It is not a field of the callback.
 */
export const RECEIVER_MERCHANT = 'Merchant of its receiver'

/** Whether and how much a sale is worth depends on these, so they are listed first. */
const DECIDING = ['tran_type', 'resp_code', 'tran_amount', 'currency_code', RECEIVER_MERCHANT]

const placeOf = (name: string): number => {
  const place = DECIDING.indexOf(name)
  return place === -1 ? DECIDING.length : place
}

/**
 * The fields in which contents differ, those about money first and the others by name, with each content's text, or
 * null if it has none. Several values of one name become one text with a line for each.
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

/** The values of each name in order. An empty field of the interface has none. */
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
