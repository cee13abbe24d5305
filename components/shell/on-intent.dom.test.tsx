import { expect, it, vi } from 'vitest'
import { onIntent } from './on-intent'

it('loads once with the first move or key', () => {
  const load = vi.fn()
  onIntent(load)
  expect(load).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('keydown'))
  window.dispatchEvent(new Event('pointermove'))
  expect(load).toHaveBeenCalledTimes(1)
})

it('does nothing once it was stopped', () => {
  const load = vi.fn()
  onIntent(load)()
  window.dispatchEvent(new Event('pointermove'))
  expect(load).not.toHaveBeenCalled()
})
