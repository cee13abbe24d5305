import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { WelcomeBoard } from './welcome-board'

afterEach(() => sessionStorage.clear())

it('after a reload, says that the link was used and leads to sign-in', async () => {
  sessionStorage.setItem('welcome-link', 'used')
  render(<WelcomeBoard />)
  expect(await screen.findByText('This link was already used')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy()
})

it('after a reload of an unused link, asks to open the link again and does not call it incomplete', async () => {
  sessionStorage.setItem('welcome-link', 'open-again')
  render(<WelcomeBoard />)
  expect(await screen.findByText('Open your link again')).toBeTruthy()
  expect(screen.queryByText('This link is not complete')).toBeNull()
})
