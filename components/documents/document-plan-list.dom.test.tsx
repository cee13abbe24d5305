import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { documentPlan } from '@/lib/domain/documents/document-plan'
import { DocumentPlanList } from './document-plan-list'

const plan = documentPlan({
  ownership: 'Limited Liability Company',
  highMonthlyVolume: null,
  everCancelled: false,
  people: [],
})
const file = (
  id: string,
  name: string,
  category: string,
  { sha256 = id, calledAs = null }: { sha256?: string; calledAs?: string | null } = {},
) => ({
  id,
  name,
  calledAs,
  category,
  sha256,
  slot: null,
  decision: null,
})
const slot = (label: string) => {
  const item = screen.getAllByRole('listitem').find((one) => within(one).queryByText(label))
  if (!item) throw new Error(`No slot ${label}`)
  return item
}
const tick = (label: string) => slot(label).querySelector('.lucide-circle-check')

it('does not tick a misnamed file, and says so in its slot', () => {
  const documents = [
    file('a', 'check.pdf.png', 'voided-check', { calledAs: 'check.pdf' }),
    file('b', 'articles.pdf', 'formation-papers'),
    file('c', 'passport.png', 'identity'),
  ]
  render(<DocumentPlanList plan={plan} documents={documents} />)
  expect(slot('Voided check').textContent).toContain('Called PDF, but its content is PNG.')
  expect(tick('Voided check')).toBeNull()
  expect(slot('Identity').textContent).not.toContain('Called')
  expect(tick('Identity')).not.toBeNull()
})

it('does not tick a file that fills two slots', () => {
  const documents = [
    file('a', 'check.pdf', 'voided-check', { sha256: 'same' }),
    file('b', 'articles.pdf', 'formation-papers', { sha256: 'same' }),
  ]
  render(<DocumentPlanList plan={plan} documents={documents} />)
  expect(slot('Voided check').textContent).toContain('Same file as Formation documents.')
  expect(tick('Voided check')).toBeNull()
})
