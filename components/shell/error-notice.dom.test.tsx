import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ErrorNotice } from './page-notices'

it('shows the number for support if there is one', () => {
  const { rerender } = render(
    <ErrorNotice error={{ name: 'Error', digest: '2718281828' }} retry={() => {}} />,
  )
  expect(document.body.textContent).toContain('give support this number: 2718281828')
  rerender(<ErrorNotice error={{ name: 'Error' }} retry={() => {}} />)
  expect(document.body.textContent).toContain('Saved work is safe. Try again.')
  expect(document.body.textContent).not.toContain('support')
})

it('retries, and shows progress until the answer', async () => {
  const answer = Promise.withResolvers<void>()
  const retry = vi.fn(() => answer.promise)
  render(<ErrorNotice error={{ name: 'Error' }} retry={retry} />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Trying again…', busy: true })).toBeTruthy()
  await act(async () => answer.resolve())
  expect(screen.getByRole('button', { name: 'Try again', busy: false })).toBeTruthy()
})

it('reloads the page if a script could not be loaded, because a retry would not load it', () => {
  render(<ErrorNotice error={{ name: 'ChunkLoadError' }} retry={() => {}} />)
  expect(screen.getByRole('heading', { name: 'Part of this page could not be loaded' })).toBeTruthy()
  expect(screen.getByRole('button').textContent).toBe('Reload')
})
