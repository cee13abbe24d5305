import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { routes } from '@/lib/routes'
import { DocumentViewer } from './document-viewer'

const photo = {
  id: '8f2a5c1e-0d7b-4c1b-9a50-2f5d7f0c0a11',
  name: 'license.HEIC',
  mediaType: 'image/heic',
  sizeBytes: 3_250_586,
  scan: 'clean' as const,
}

it('names the type of a file without a preview and offers it for download', () => {
  render(<DocumentViewer documents={[photo]} currentId={photo.id} onSelect={() => undefined} />)
  expect(screen.getByText('HEIC photos can’t be previewed in a browser')).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download (3.1 MB)' })
  expect([link.getAttribute('href'), link.download]).toEqual([
    routes.api.documentContent(photo.id),
    'license.HEIC',
  ])
  expect(screen.queryByRole('link', { name: 'New tab' })).toBeNull()
})

it('offers no download of a quarantined file', () => {
  const held = { ...photo, scan: 'infected' as const }
  render(<DocumentViewer documents={[held]} currentId={held.id} onSelect={() => undefined} />)
  expect(screen.queryByRole('link')).toBeNull()
})

it('a document that this person may not open says why, and is not loaded', () => {
  const closed = 'Claim this case to open its documents.'
  render(
    <DocumentViewer documents={[photo]} currentId={photo.id} onSelect={() => undefined} closed={closed} />,
  )
  expect(screen.getByText(closed)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
