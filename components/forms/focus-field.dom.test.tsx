import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useRef } from 'react'
import { expect, it } from 'vitest'
import { SkipToFields } from './focus-field'

function Step({ children }: { children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null)
  return (
    <>
      <SkipToFields within={fields} />
      <a href="#back">Back</a>
      <div ref={fields}>{children}</div>
    </>
  )
}

async function skip(children: ReactNode): Promise<string | null | undefined> {
  render(<Step>{children}</Step>)
  const person = userEvent.setup()
  await person.tab()
  await person.keyboard('{Enter}')
  return document.activeElement?.getAttribute('aria-label')
}

const box = (label: string, required: boolean, value: string) => (
  <input aria-label={label} aria-required={required || undefined} defaultValue={value} />
)

it('focuses the first required blank field', async () => {
  const at = await skip([
    <input key="0" type="checkbox" aria-label="No one owns much" />,
    <div key="1">{box('Legal name', true, 'Blue Heron LLC')}</div>,
    <div key="2">{box('Website', false, '')}</div>,
    <div key="3">{box('Phone', true, ' ')}</div>,
  ])
  expect(at).toBe('Phone')
})

it('focuses a required unanswered question without answering it', async () => {
  const question = (answer: boolean) => [
    <div key="0" role="radiogroup" tabIndex={-1} aria-required aria-label="Does the partner underwrite?">
      <input type="radio" aria-label="Yes" defaultChecked={answer} />
    </div>,
    <div key="1">{box('Volume', true, '')}</div>,
  ]
  expect(await skip(question(false))).toBe('Does the partner underwrite?')
  await userEvent.setup().keyboard(' ')
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(false)
  cleanup()
  expect(await skip(question(true))).toBe('Volume')
})

it('focuses a field with a problem before a blank one', async () => {
  const at = await skip([
    <div key="0">{box('Legal name', true, '')}</div>,
    <input key="1" aria-label="Federal tax ID" aria-required aria-invalid defaultValue="12" />,
  ])
  expect(at).toBe('Federal tax ID')
})

it('focuses the first field if nothing is missing', async () => {
  expect(await skip([<div key="1">{box('Legal name', true, 'Blue Heron LLC')}</div>])).toBe('Legal name')
})

it('focuses the button that starts a list without fields, and never a checkbox', async () => {
  const at = await skip([
    <input key="0" type="checkbox" aria-label="No one owns much" />,
    <button key="1" type="button" aria-label="Add the first person" />,
  ])
  expect(at).toBe('Add the first person')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})
