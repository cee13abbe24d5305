import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { WelcomeBoard } from './welcome-board'

afterEach(() => sessionStorage.clear())

it('loaded anew after the link was used, says so, and leads to sign-in', async () => {
  sessionStorage.setItem('welcome-link', 'used')
  render(<WelcomeBoard />)
  expect(await screen.findByText('This link was already used')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeTruthy()
})

it('loaded anew before that, asks for the link once more, which is not called incomplete', async () => {
  sessionStorage.setItem('welcome-link', 'open-again')
  render(<WelcomeBoard />)
  expect(await screen.findByText('Open your link again')).toBeTruthy()
  expect(screen.queryByText('This link is not complete')).toBeNull()
})
