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
  /** The same that the action checks by. */
  schema: ActionSchema<In, Out>
  /** What the form begins with; also the ids and versions that no field shows. */
  values: DefaultValues<In>
  /** Takes what was typed: the server reads it by the same schema. */
  action: DeskAction<In, T>
  onDone: (result: DoneOf<T>, typed: Out) => void
  /** True where the form says it itself. */
  onRefused?: (refusal: RefusalOf<T>, typed: Out) => boolean
  unanswered?: Unanswered
}

type ActionForm<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  submit: (event?: React.BaseSyntheticEvent) => Promise<void>
  busy: boolean
  /** What no field is to blame for. */
  trouble: Trouble | null
}

/**
 * From a form to an action: the schema that the server checks by judges first, then the action is asked. Its refusal
 * goes to its field, and what no field is to blame for above the button.
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
    // Not when a field is left: words that appear there move what the pointer is about to press.
    mode: 'onSubmit',
  })
  const { run, busy, trouble, clear } = useDeskAction(action, { unanswered })
  /** What a refusal says about places that are no field of this form. */
  const [beside, setBeside] = useState('')

  // The action's answer brought the page as it is now. What nobody typed in follows it, ids and versions too, so that
  // the next press is about what the person sees.
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
