import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useFileDrop } from './use-file-drop'

function Page({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { over } = useFileDrop(onFiles)
  return <p>{over ? 'Drop it' : 'Nothing'}</p>
}

const FILE = new File(['a'], 'naïve “name”.csv')

function drag(type: string, types: readonly string[] = ['Files'], files: readonly File[] = []): Event {
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: { types, files } })
  act(() => void window.dispatchEvent(event))
  return event
}

it('is over while a file is above any part of the page, and takes what is dropped', () => {
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

it('leaves text that is dragged to the browser', () => {
  const onFiles = vi.fn()
  render(<Page onFiles={onFiles} />)
  drag('dragenter', ['text/plain'])
  expect(screen.getByText('Nothing')).toBeTruthy()
  expect(drag('dragover', ['text/plain']).defaultPrevented).toBe(false)
  expect(drag('drop', ['text/plain']).defaultPrevented).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})

it('hears nothing any more once the page is left', () => {
  const onFiles = vi.fn()
  render(<Page onFiles={onFiles} />).unmount()
  drag('drop', ['Files'], [FILE])
  expect(onFiles).not.toHaveBeenCalled()
})
