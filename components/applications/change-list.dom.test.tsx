import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChangeList } from './change-list'

it('names each field with its old and new value, masked as on the page', () => {
  render(
    <ChangeList
      changes={[
        { path: 'merchant.phone', label: 'Business phone', before: '(503) 555-0142', after: '' },
        {
          path: 'contacts.items#a.ssn',
          label: 'Ana Ruiz · SSN',
          before: '•••-••-6789',
          after: '•••-••-6789',
        },
      ]}
    />,
  )
  expect(screen.getByText('2 values change')).toBeTruthy()
  const said = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(said).toEqual(['(503) 555-0142 → Nothing', '•••-••-6789 → •••-••-6789 · changed (hidden)'])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Business phone',
    'Ana Ruiz · SSN',
  ])
})
