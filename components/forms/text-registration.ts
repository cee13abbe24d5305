import { type FieldPath, type FieldValues, type UseFormRegisterReturn, useFormContext } from 'react-hook-form'

/**
 * What ties an uncontrolled control to the form. react-hook-form writes the value into it only once the
 * page's script runs; as the default it is already in the page that the server sends.
 */
export function useTextRegistration<T extends FieldValues>(
  name: FieldPath<T>,
): UseFormRegisterReturn & { defaultValue: string } {
  const { register, getValues } = useFormContext<T>()
  const value: unknown = getValues(name)
  return { ...register(name), defaultValue: typeof value === 'string' ? value : '' }
}
