/** Hidden fields that keep the rest of the address when a form is submitted. */
export const CarriedQuery = ({ query }: { query: string }) =>
  [...new URLSearchParams(query)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))

/** The form's fields as a query string. */
export function formQuery(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.append(name, value)
  return params
}
