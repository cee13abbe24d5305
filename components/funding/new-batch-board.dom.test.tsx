import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import { NewBatchBoard } from './new-batch-board'

type Router = NonNullable<ComponentProps<typeof AppRouterContext>['value']>

/** The page of a new batch with a link to another page. */
function open() {
  const left = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <AppRouterContext value={{ push: vi.fn() } as unknown as Router}>
      <a href="/funding" onClick={left}>
        All batches
      </a>
      <NewBatchBoard
        profiles={[{ profileId: '941000000001', label: 'East', amountUnit: 'minor' }]}
        email="fiona@desk.test"
        unfundedSales={null}
      />
    </AppRouterContext>,
  )
  return { left, person: userEvent.setup() }
}

const name = () => screen.getByLabelText<HTMLInputElement>(/^Name/)
const leave = () => screen.getByRole('link', { name: 'All batches' })

it('leaving a new batch with a typed name asks first', async () => {
  const { left, person } = open()
  await person.type(name(), 'Week 47')
  await person.click(leave())
  expect((await screen.findByRole('dialog')).textContent).toContain('Leave without saving?')
  expect(left).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Stay on this page' }))
  expect(name().value).toBe('Week 47')
  await person.click(leave())
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  expect(left).toHaveBeenCalledOnce()
})

it('leaving an untouched one does not ask', async () => {
  const { left, person } = open()
  await person.click(leave())
  expect(left).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})
