import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SignInAgainDialog } from './sign-in-again-dialog'

test('whoever signs in again types the password at once: their email is there already', async () => {
  render(<SignInAgainDialog email="ana@blue-heron.test" onSignedIn={async () => {}} onPostponed={() => {}} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@blue-heron.test')
})
