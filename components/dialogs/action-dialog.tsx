'use client'

import { type ReactNode, useId } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { type ActionFormOptions, useActionForm } from './use-action-form'

/** A dialog with fields and the action that they are for. Input is kept until the action succeeds. */
export function ActionDialog<In extends FieldValues, Out extends FieldValues, T>({
  title,
  description,
  confirm,
  cancel = 'Cancel',
  failed,
  danger = false,
  size,
  onClose,
  children,
  ...question
}: ActionFormOptions<In, Out, T> & {
  title: ReactNode
  description?: ReactNode
  /** The button's label. */
  confirm: string
  /** The other button's label. */
  cancel?: string
  /** The title of the message if the action is refused. */
  failed?: string
  danger?: boolean
  size?: 'small' | 'medium' | 'large'
  onClose: () => void
  children?: ReactNode
}) {
  const id = useId()
  const { form, submit, busy, trouble } = useActionForm(question)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
          {children}
          <TroubleNotice trouble={trouble} title={failed} />
        </form>
      </FormProvider>
    </Dialog>
  )
}
