import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import type { DoneOf, RefusalOf, Trouble, Unanswered } from '@/components/forms/action-answer'
import { type DeskAction, useDeskAction } from '@/components/forms/use-desk-action'

type ActionSchema<In extends FieldValues, Out> = z.core.$ZodType<Out, In>

export type ActionFormOptions<In extends FieldValues, Out extends FieldValues, T> = {
  /** The schema that the action validates with. */
  schema: ActionSchema<In, Out>
  /** The initial values, including IDs and versions without a field. */
  values: DefaultValues<In>
  /** Gets the values as typed: the server parses them with the same schema. */
  action: DeskAction<In, T>
  onDone: (result: DoneOf<T>, typed: Out) => void
  /** Returns true if the form shows the refusal itself. */
  onRefused?: (refusal: RefusalOf<T>, typed: Out) => boolean
  unanswered?: Unanswered
}

type ActionForm<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>
  busy: boolean
  /** A problem that belongs to no field. */
  trouble: Trouble | null
}

/**
 * Connects a form to an action. The action's own schema validates first; then the action runs. Its refusals are
 * shown at their fields, others above the button.
 */
export function useActionForm<In extends FieldValues, Out extends FieldValues, T>({
  schema,
  values,
  action,
  onDone,
  onRefused,
  unanswered,
}: ActionFormOptions<In, Out, T>): ActionForm<In, Out> {
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues: values,
    // Not on leaving a field: a message that appears then would move what is about to be pressed.
    mode: 'onSubmit',
  })
  const { run, busy, trouble, clear } = useDeskAction(action, { unanswered })
  /** The refusal's messages about places that are no field of this form. */
  const [beside, setBeside] = useState('')

  // The action's answer refreshed the page. Values that no one typed, including IDs and versions, follow it, so
  // that the next press is about what the person sees.
  const isOvertaken = trouble?.kind === 'changed'
  const now = JSON.stringify(values)
  useEffect(() => {
    if (isOvertaken) form.reset(JSON.parse(now), { keepDirtyValues: true })
  }, [isOvertaken, now, form])

  const submit = form.handleSubmit(async (typed) => {
    setBeside('')
    const called = await run(form.getValues())
    if (called === null) return
    if (called.ok) return onDone(called.data, typed)
    const isField = ({ path }: { path: string }) => get(form.getValues(), path) !== undefined
    const { fields } = called.trouble
    for (const [index, { path, message }] of fields.filter(isField).entries())
      form.setError(path as FieldPath<In>, { message }, { shouldFocus: index === 0 })
    setBeside(
      fields
        .filter((field) => !isField(field))
        .map(({ message }) => message)
        .join(' '),
    )
    if (called.refusal && onRefused?.(called.refusal, typed)) clear()
  })

  return {
    form,
    submit,
    busy: busy || form.formState.isSubmitting,
    trouble: trouble && (trouble.message === '' ? { ...trouble, message: beside } : trouble),
  }
}
