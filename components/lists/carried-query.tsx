/** What of an address stays as it is when a form asks for another one. */
export const CarriedQuery = ({ query }: { query: string }) =>
  [...new URLSearchParams(query)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))

/** What a form would put into the address. */
export function formQuery(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.append(name, value)
  return params
}
