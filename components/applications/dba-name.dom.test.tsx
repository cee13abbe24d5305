import { fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { merchantSchema } from '@/lib/domain/application/sections'
import { DbaName } from './dba-name'
import { fieldMetas } from './field-metas'

function Page() {
  const form = useForm({ defaultValues: { legalName: ' Heron Bikes LLC ', dbaName: '' } })
  return (
    <FormProvider {...form}>
      <DbaName meta={fieldMetas(merchantSchema.shape).dbaName} />
    </FormProvider>
  )
}

it('one press copies the legal name and focuses the field at once', () => {
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Same as legal name' }))
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: /DBA/ })
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('Heron Bikes LLC')
  expect(screen.queryByRole('button')).toBeNull()
})
