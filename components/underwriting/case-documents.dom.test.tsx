import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import { routes } from '@/lib/routes'
import type { CaseDocument } from './case-document'
import { CaseDocuments } from './case-documents'
import { CasePapers, usePapers } from './case-papers'

const paper = (id: string, name: string, changes: Partial<CaseDocument> = {}): CaseDocument => ({
  id,
  name,
  category: 'other',
  slot: null,
  mediaType: 'text/plain',
  sizeBytes: 20,
  scan: 'clean',
  sha256: id.repeat(64),
  decision: null,
  calledAs: null,
  acceptedBy: [],
  delivery: 'waiting',
  keptBack: null,
  ...changes,
})

let told: string[] = []
beforeEach(() => {
  told = []
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    told.push(`${method} ${address}`)
    return new Response(method === 'POST' ? null : 'Its words.', { status: method === 'POST' ? 204 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const Opened = () => <output>{[...usePapers().opened].join(' ')}</output>

async function showCase(documents: readonly CaseDocument[], plan: readonly DocumentSlot[] = []) {
  render(
    <CasePapers first={[documents[0]?.id ?? '']}>
      <CaseDocuments applicationId="a" documents={documents} plan={plan} me="uma" closed={null} />
      <Opened />
    </CasePapers>,
  )
  await screen.findByText('Its words.')
}
const posts = () => told.filter((one) => one.startsWith('POST'))
const openedAre = (ids: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(ids))

it('a document that the page shows by itself counts as opened only after a look', async () => {
  await showCase([paper('1', 'one.txt'), paper('2', 'two.txt')])
  expect(told).toEqual([`GET ${routes.api.documentPreview('1')}`])
  fireEvent.keyDown(screen.getByRole('region', { name: 'one.txt' }), { key: 'Tab' })
  fireEvent.wheel(screen.getByRole('list'))
  expect(posts()).toEqual([])
  fireEvent.wheel(screen.getByText('Its words.'))
  await openedAre('1')
  fireEvent.pointerDown(screen.getByText('Its words.'))
  expect(posts()).toEqual([`POST ${routes.api.documentContent('1')}`])
})

it.each([
  ['a press in it', () => fireEvent.pointerDown(screen.getByText('Its words.'))],
  ['a key in it', () => fireEvent.keyDown(screen.getByText('Its words.'), { key: 'PageDown' })],
  ['its name in the list', () => fireEvent.click(screen.getByRole('button', { name: /^one\.txt/ }))],
])('%s opens what was shown', async (_what, look) => {
  await showCase([paper('1', 'one.txt')])
  look()
  await openedAre('1')
})

it('paging opens the next document and not the one it leaves', async () => {
  await showCase([paper('1', 'one.txt'), paper('2', 'two.txt')])
  fireEvent.click(screen.getByRole('button', { name: 'Next document: two.txt' }))
  await openedAre('2')
})

it('the list marks a misnamed file, and a file in two slots, without opening any', async () => {
  const slot = (id: string, label: string): DocumentSlot => ({ id, label, category: 'other', why: '' })
  const same = 'c'.repeat(64)
  await showCase(
    [
      paper('1', 'one.txt'),
      paper('2', 'two.pdf.txt', { calledAs: 'two.pdf' }),
      paper('3', 'three.txt', { slot: 'check', sha256: same }),
      paper('4', 'four.txt', { slot: 'id', sha256: same }),
    ],
    [slot('check', 'Voided check'), slot('id', 'Identity: Ana')],
  )
  expect(screen.getAllByText(/^(Called|Same)/).map(({ textContent }) => textContent)).toEqual([
    'Called PDF, but its content is TXT',
    'Same file as Identity: Ana',
    'Same file as Voided check',
  ])
})

it('a case that this person has not claimed lists its documents, says how to open them, and loads none', async () => {
  const closed = 'Claim this case to open its documents.'
  const shown = (why: string | null) => (
    <CasePapers first={why === null ? ['1'] : []}>
      <CaseDocuments applicationId="a" documents={[paper('1', 'one.txt')]} plan={[]} me="uma" closed={why} />
    </CasePapers>
  )
  const { rerender } = render(shown(closed))
  expect(screen.getByText(closed)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^one\.txt/ }))
  expect(await screen.findByText(closed)).toBeTruthy()
  fireEvent.pointerDown(screen.getByText(closed))
  expect(told).toEqual([])
  rerender(shown(null))
  await screen.findByText('Its words.')
  await waitFor(() => expect(posts()).toEqual([`POST ${routes.api.documentContent('1')}`]))
})
