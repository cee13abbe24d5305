import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IneligibleList } from './ineligible-list'

const textOf = (props: Parameters<typeof IneligibleList>[0]) =>
  renderToStaticMarkup(createElement(IneligibleList, props))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const conflict = {
  reason: 'conflict' as const,
  sales: 1,
  amountMinor: 4_200,
  batches: [],
  merchants: [],
  merchantCount: 0,
}
const other = { profileId: '941000000004', label: 'Sandbox profile 2', sales: 12, amountMinor: 138_190 }

test('sales of other profiles are among those left out, with their total', () => {
  const text = textOf({ leftOut: [conflict], otherProfiles: [other], profileId: '941000000001' })
  expect(text).toContain('13 sales left out')
  expect(text).toMatch(/12 sales : of the funding profile Sandbox profile 2 941000000004 , \$1,381\.90/)
})

test('they are listed even if nothing else is left out', () =>
  expect(textOf({ leftOut: [], otherProfiles: [other], profileId: '941000000001' })).toContain(
    '12 sales left out',
  ))
