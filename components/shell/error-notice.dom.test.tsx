import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ErrorNotice } from './page-notices'

it('names the number for support where there is one', () => {
  const { rerender } = render(
    <ErrorNotice error={{ name: 'Error', digest: '2718281828' }} retry={() => {}} />,
  )
  expect(document.body.textContent).toContain('give support this number: 2718281828')
  rerender(<ErrorNotice error={{ name: 'Error' }} retry={() => {}} />)
  expect(document.body.textContent).toContain('Saved work is safe. Try again.')
  expect(document.body.textContent).not.toContain('support')
})

it('asks the desk anew, and shows that it does until the answer is there', async () => {
  const answer = Promise.withResolvers<void>()
  const retry = vi.fn(() => answer.promise)
  render(<ErrorNotice error={{ name: 'Error' }} retry={retry} />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Trying again…', busy: true })).toBeTruthy()
  await act(async () => answer.resolve())
  expect(screen.getByRole('button', { name: 'Try again', busy: false })).toBeTruthy()
})

it('where a script could not be loaded, the page is loaded anew: to ask the desk again would not bring it', () => {
  render(<ErrorNotice error={{ name: 'ChunkLoadError' }} retry={() => {}} />)
  expect(screen.getByRole('heading', { name: 'Part of this page could not be loaded' })).toBeTruthy()
  expect(screen.getByRole('button').textContent).toBe('Reload')
})
