import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import dynamic from 'next/dynamic'
import { type ComponentType, useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { notLoaded } from './not-loaded'

// The test's DOM has no top layer.
beforeAll(() => {
  Object.assign(HTMLElement.prototype, { showPopover: () => {} })
})

type DialogProps = { onClose: () => void }
const failing = (name: string) => (): Promise<{ default: ComponentType<DialogProps> }> =>
  Promise.reject(Object.assign(new Error('Failed to load chunk /_next/static/chunks/1.js'), { name }))

function open(load: () => Promise<{ default: ComponentType<DialogProps> }>) {
  const Lazy = dynamic(() => load().catch(notLoaded), { loading: () => null })
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <textarea aria-label="Note" />
        <button type="button" onClick={() => setIsOpen(true)}>
          Fund…
        </button>
        {isOpen && <Lazy onClose={() => setIsOpen(false)} />}
      </>
    )
  }
  render(<Page />)
  return userEvent.setup()
}

it('keeps the page and its input if a dialog cannot be loaded, and says so each time', async () => {
  const person = open(failing('ChunkLoadError'))
  await person.type(screen.getByLabelText('Note'), 'Half a sentence')
  const press = screen.getByRole('button', { name: 'Fund…' })
  for (const _ of ['first', 'again']) {
    await person.click(press)
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('Part of this page could not be loaded')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Half a sentence')
    await person.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
  }
})

it('does not catch errors inside the loaded script', () => {
  const error = new TypeError('A mistake of ours.')
  expect(() => notLoaded(error)).toThrow(error)
})
