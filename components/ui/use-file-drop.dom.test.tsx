import { act, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { EARLY_DROP } from './early-drop'
import { useFileDrop } from './use-file-drop'

function Page({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { over, zone } = useFileDrop(({ files }) => onFiles([...files]))
  return <p {...zone}>{over ? 'Drop it' : 'Nothing'}</p>
}

const FILE = new File(['a'], 'naïve “name”.csv')

function drag(
  type: string,
  types: readonly string[] = ['Files'],
  files: readonly File[] = [],
  target: EventTarget = window,
): Event {
  const items = files.map(() => ({ kind: 'file', webkitGetAsEntry: () => null }))
  const event = Object.assign(new Event(type, { cancelable: true, bubbles: true }), {
    dataTransfer: { types, files, items },
  })
  act(() => void target.dispatchEvent(event))
  return event
}

it('is over while a file is above any part of the page, and accepts it when dropped', () => {
  const onFiles = vi.fn()
  render(<Page onFiles={onFiles} />)
  drag('dragenter')
  drag('dragenter')
  drag('dragleave')
  expect(screen.getByText('Drop it')).toBeTruthy()
  expect(drag('dragover').defaultPrevented).toBe(true)
  expect(drag('drop', ['Files'], [FILE]).defaultPrevented).toBe(true)
  expect(screen.getByText('Nothing')).toBeTruthy()
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([FILE])
})

it('ignores dragged text', () => {
  const onFiles = vi.fn()
  render(<Page onFiles={onFiles} />)
  drag('dragenter', ['text/plain'])
  expect(screen.getByText('Nothing')).toBeTruthy()
  expect(drag('dragover', ['text/plain']).defaultPrevented).toBe(false)
  expect(drag('drop', ['text/plain']).defaultPrevented).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})

it('stops listening once the page is left', () => {
  const onFiles = vi.fn()
  render(<Page onFiles={onFiles} />).unmount()
  drag('drop', ['Files'], [FILE])
  expect(onFiles).not.toHaveBeenCalled()
})

/** The server's markup of a page, including the inline script for early drops. */
function sent(page: React.ReactNode): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  const listening = new AbortController()
  const listen = (type: string, listener: EventListener) =>
    window.addEventListener(type, listener, { signal: listening.signal })
  new Function('addEventListener', EARLY_DROP)(listen)
  leave = () => {
    listening.abort()
    root.remove()
  }
  return root
}
let leave = () => {}
afterEach(() => leave())

it('accepts files dropped before the app ran, once and at their place', async () => {
  const onFiles = vi.fn()
  const inSlot = vi.fn()
  const page = (
    <>
      <Page onFiles={onFiles} />
      <ul>
        <li onDrop={(event) => inSlot([...event.dataTransfer.files])}>Slot</li>
      </ul>
    </>
  )
  const root = sent(page)
  expect(drag('dragover').defaultPrevented).toBe(true)
  expect(drag('dragover', ['text/plain']).defaultPrevented).toBe(false)
  expect(drag('drop', ['Files'], [FILE], screen.getByText('Slot')).defaultPrevented).toBe(true)
  expect(onFiles).not.toHaveBeenCalled()
  const app = await act(async () => hydrateRoot(root, page))
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([FILE])
  expect(inSlot).toHaveBeenCalledExactlyOnceWith([FILE])

  const later = new File(['b'], 'later.csv')
  drag('drop', ['Files'], [later], root)
  expect(onFiles.mock.calls).toEqual([[[FILE]], [[later]]])
  await act(async () => app.unmount())
})

it('ignores drops on a page that takes no files', () => {
  sent(<p>Nothing</p>)
  expect(drag('dragover').defaultPrevented).toBe(false)
  expect(drag('drop', ['Files'], [FILE]).defaultPrevented).toBe(false)
})
