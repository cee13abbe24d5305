import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import { CountsProvider } from '@/components/shell/counts'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import { routes } from '@/lib/routes'
import { ToApprove } from './to-approve'

type Router = NonNullable<ComponentProps<typeof AppRouterContext>['value']>

const refresh = vi.fn()
const list = (counted: number, batches: number) => (
  <AppRouterContext value={{ refresh } as unknown as Router}>
    <PathnameContext value={routes.funding}>
      <CountsProvider first={{ unread: 0, latest: null, waiting: { funding: counted } }}>
        <ToApprove toApprove={{ batches, moved: '−$75.21 and +$780.50' }} query={batchList.read({})} />
      </CountsProvider>
    </PathnameContext>
  </AppRouterContext>
)

it('says what waits, and refreshes the list if the navigation has a newer count', async () => {
  const { rerender } = render(list(1, 1))
  expect(screen.getByText('1 batch waiting for your approval: −$75.21 and +$780.50')).toBeTruthy()
  rerender(list(2, 1))
  expect(screen.queryByText(/\$780\.50/)).toBeNull()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show current list' }))
  expect(refresh).toHaveBeenCalledOnce()
  rerender(list(1, 0))
  expect(screen.getByText('1 batch waiting for your approval now')).toBeTruthy()
  rerender(list(0, 1))
  expect(screen.getByText('No batch is waiting for your approval now')).toBeTruthy()
  rerender(list(0, 0))
  expect(screen.queryByText(/waiting for your approval/)).toBeNull()
})
