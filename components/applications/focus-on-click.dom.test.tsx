import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { focusOnClick } from './focus-on-click'

/** A button that is gone with its press, and a field that has the focus then. */
function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div {...focusOnClick}>
      <p>Under the pointer</p>
      {isOpen ? (
        // biome-ignore lint/a11y/noAutofocus: as the field of a list that was just added to
        <input aria-label="Bank name" autoFocus />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Add the first account
        </button>
      )}
    </div>
  )
}

it('a double click on a button that goes away leaves the focus in the field that came', async () => {
  const person = userEvent.setup()
  render(<Page />)
  const words = screen.getByText('Under the pointer')
  await person.pointer([
    { keys: '[MouseLeft]', target: screen.getByRole('button') },
    { keys: '[MouseLeft]', target: words },
  ])
  const field = screen.getByRole('textbox')
  expect(document.activeElement).toBe(field)
  // A press of its own leaves the field as ever.
  await userEvent.setup().pointer({ keys: '[MouseLeft]', target: words })
  expect(document.activeElement).not.toBe(field)
})
