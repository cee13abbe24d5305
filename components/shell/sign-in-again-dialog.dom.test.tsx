import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tellSignedIn } from './session'
import { SignInAgainDialog } from './sign-in-again-dialog'

test('the password can be typed at once: the email is filled in', async () => {
  render(<SignInAgainDialog email="ana@blue-heron.test" onSignedIn={async () => {}} onPostponed={() => {}} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@blue-heron.test')
})

test('the later of two dialogs is shown, and both continue after signing in', async () => {
  const wentOn: string[] = []
  const dialog = (name: string) => (
    <SignInAgainDialog
      email="ana@blue-heron.test"
      description={`For the ${name}.`}
      onSignedIn={async () => void wentOn.push(name)}
      onPostponed={() => {}}
    />
  )
  const Page = ({ isOver }: { isOver: boolean }) => (
    <>
      {dialog('text')}
      {isOver && dialog('page')}
    </>
  )
  const { rerender } = render(<Page isOver={false} />)
  await screen.findByText('For the text.')
  rerender(<Page isOver />)
  await screen.findByText('For the page.')
  expect(screen.queryByText('For the text.')).toBeNull()
  act(tellSignedIn)
  expect(wentOn).toEqual(['text', 'page'])
  rerender(<Page isOver={false} />)
  await screen.findByText('For the text.')
})
