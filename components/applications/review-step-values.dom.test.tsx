import { render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { lineItem } from '@/lib/testing/full-drafts'
import { ReviewStepValues } from './review-step-values'

const member = (name: string, value: string) => ({ name, value, type: 'text' as const })

function reviewed(...lines: { name: string; value: string; type: 'text' }[][]) {
  const items = lines.map((members, index) => lineItem(`line-${index}`, { members }))
  const application = { id: 'b3d6e9a2', kind: 'full', draft: { ...exampleFullDraft(), pricing: { items } } }
  render(
    <ReviewStepValues
      application={application as ComponentProps<typeof ReviewStepValues>['application']}
      verb={null}
    />,
  )
}

test('the review shows the same totals as the pricing step, however the fields are capitalized', () => {
  reviewed(
    [member('unitPrice', '10.00'), member('quantity', '1.5'), member('billingFrequency', 'monthly')],
    [member('Unit_Price__c', '5.00'), member('Billing_Frequency__c', 'Monthly')],
    [member('Unit_Price__c', '-2.00'), member('Billing_Frequency__c', 'One-time')],
    [member('Unit_Price__c', 'on request')],
  )
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual(['FrequencyLine itemsTotal', 'One-time1−$2.00', 'Monthly2$20.00'])
  expect(screen.getByText('1 line item without a price is not included.')).toBeDefined()
})

test('the review shows no table of totals if no line item has a price', () => {
  reviewed([member('Unit_Price__c', '')])
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('1 line item without a price is not included.')).toBeDefined()
})
