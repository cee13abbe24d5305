import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import LinkDialog, { type MadeLink } from './link-dialog'

const made = {
  ok: true,
  email: 'nina@company.example',
  waits: false,
  expiresAt: '2026-07-08T12:00:00Z',
} as const

const show = (link: MadeLink) =>
  render(<LinkDialog link={link} origin="https://desk.example" onClose={() => {}} />)

it('says that a link was mailed, and does not show it', () => {
  show({ ...made, mailed: true })
  expect(screen.getByRole('dialog', { name: 'Link sent' }).textContent).toContain('nina@company.example')
  expect(screen.queryByText(/welcome#/)).toBeNull()
})

it('shows the link if it was not mailed, and why', () => {
  const because = 'The mail server refused this address.'
  show({ ...made, mailed: false, token: 'id.secret', because, mayArrive: false })
  expect(screen.getByRole('dialog', { name: 'Send this link' })).toBeTruthy()
  expect(screen.getByText('Not sent by mail')).toBeTruthy()
  expect(screen.getByText('The mail server refused this address. Copy the link instead.')).toBeTruthy()
  expect(screen.getByText('https://desk.example/welcome#id.secret')).toBeTruthy()
})

it('shows only the link if the desk sends no mail', () => {
  show({ ...made, mailed: false, token: 'id.secret', because: null, mayArrive: false })
  expect(screen.queryByText(/mail/)).toBeNull()
  expect(screen.getByText('https://desk.example/welcome#id.secret')).toBeTruthy()
})
