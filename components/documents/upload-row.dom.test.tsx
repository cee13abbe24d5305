import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type UploadItem, uploadQueueOf } from './upload-queue'
import { ADDED_DOCUMENTS, UploadRow } from './upload-row'

const ITEM: UploadItem = {
  id: 1,
  name: 'scan.pdf',
  fingerprint: 'f',
  sizeBytes: 10,
  category: 'other',
  slot: null,
  twin: 'offered',
  state: 'refused',
  sentBytes: 0,
  bytesPerSecond: null,
  message: 'This is the same content as “scan.pdf”.',
  warning: null,
}
const queue = uploadQueueOf('a-1')
const page = (items: readonly UploadItem[]) => (
  <>
    <ul>
      {items.map((item) => (
        <UploadRow key={item.id} item={item} plan={[]} queue={queue} />
      ))}
    </ul>
    <div id={ADDED_DOCUMENTS} tabIndex={-1}>
      Documents
    </div>
  </>
)

it('adding a file for another slot keeps the focus in its row and moves it to the documents', async () => {
  const { rerender } = render(page([ITEM]))
  await userEvent.setup().click(screen.getByRole('button', { name: /^Add for .* too$/ }))
  rerender(page([{ ...ITEM, state: 'sending', twin: 'again' }]))
  expect(document.activeElement).toBe(screen.getByRole('listitem'))
  rerender(page([]))
  expect(document.activeElement?.id).toBe(ADDED_DOCUMENTS)
})

it('a row that disappears takes no focus from elsewhere', () => {
  const { rerender } = render(page([ITEM]))
  rerender(page([]))
  expect(document.activeElement).toBe(document.body)
})
