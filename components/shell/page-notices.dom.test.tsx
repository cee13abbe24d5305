import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FramedContext } from './framed'
import { NotFoundNotice } from './page-notices'

it('has the product’s name and a landmark without the frame', () => {
  render(<NotFoundNotice home="/" />)
  expect(screen.getByText('PayFac Desk')).toBeTruthy()
  expect(screen.getByRole('main')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/')
})

it('has neither inside the frame, which has both', () => {
  render(
    <FramedContext value={true}>
      <NotFoundNotice home="/" />
    </FramedContext>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByText('PayFac Desk')).toBeNull()
  expect(screen.queryByRole('main')).toBeNull()
})
