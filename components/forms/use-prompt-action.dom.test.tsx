import { act, render, renderHook, screen } from '@testing-library/react'
import { Suspense, startTransition, use, useState } from 'react'
import { expect, it } from 'vitest'
import { type ActionAnswer, troubleWords } from './action-answer'
import { usePromptAction } from './use-prompt-action'
import { type TakeBack, useShownEarly } from './use-shown-early'

type Answer = ActionAnswer<{ ok: true } | { ok: false; message: string }>

/** A page that shows one value and requests another. */
function openPage() {
  const asked: PromiseWithResolvers<Answer>[] = []
  function Page() {
    const [value, setValue] = useState('mine')
    const [place, setPlace] = useState('Here')
    const [shown, showAtOnce] = useShownEarly(value, (_, to: string) => to)
    const { press, busy, trouble } = usePromptAction(showAtOnce)
    const change = async () => {
      const called = await press('yours', () => {
        const answer = Promise.withResolvers<Answer>()
        asked.push(answer)
        return answer.promise
      })
      if (called?.ok) setValue('yours')
    }
    return (
      <>
        <output>{shown}</output>
        <button type="button" aria-busy={busy} onClick={() => void change()}>
          Give
        </button>
        {/* Like following a link within the desk. */}
        <button type="button" onClick={() => startTransition(() => setPlace('There'))}>
          {place}
        </button>
        {trouble && <p role="alert">{troubleWords(trouble)}</p>}
      </>
    )
  }
  render(<Page />)
  const button = screen.getByRole('button', { name: 'Give' })
  const link = screen.getByRole('button', { name: 'Here' })
  return {
    link,
    asked,
    button,
    press: () => act(() => button.click()),
    shown: () => screen.getByRole('status').textContent,
    answer: (answer: Answer) => act(async () => asked.at(-1)?.resolve(answer)),
  }
}

it('shows the value at the press and keeps it once it is done', async () => {
  const { press, shown, answer, button } = openPage()
  expect(shown()).toBe('mine')
  press()
  expect(shown()).toBe('yours')
  expect(button.getAttribute('aria-busy')).toBe('true')
  await answer({ data: { ok: true } })
  expect(shown()).toBe('yours')
  expect(button.getAttribute('aria-busy')).toBe('false')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('takes it back with the words of a refusal, and tries again without them', async () => {
  const { press, shown, answer, asked } = openPage()
  press()
  await answer({ data: { ok: false, message: 'Ulf has it.' } })
  expect(shown()).toBe('mine')
  expect(screen.getByRole('alert').textContent).toBe('Ulf has it.')
  press()
  await answer({ data: { ok: true } })
  expect(shown()).toBe('yours')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked).toHaveLength(2)
})

it('takes it back without an answer, and says that it may have been done', async () => {
  const { press, shown, asked } = openPage()
  press()
  await act(async () => asked[0]?.reject(new TypeError('Failed to fetch')))
  expect(shown()).toBe('mine')
  expect(screen.getByRole('alert').textContent).toMatch(/did not answer/)
})

it('calls once, however often it is pressed before the answer', async () => {
  const { press, answer, asked } = openPage()
  press()
  press()
  await answer({ data: { ok: true } })
  expect(asked).toHaveLength(1)
})

it('a link that is followed before the answer does not wait for it', async () => {
  const { press, shown, answer, link } = openPage()
  press()
  await act(async () => link.click())
  expect(link.textContent).toBe('There')
  expect(shown()).toBe('yours')
  await answer({ data: { ok: true } })
  expect(shown()).toBe('yours')
})

/** Like a desk whose page data arrives after the action's answer. */
function openSlowPage() {
  const answer = Promise.withResolvers<Answer>()
  const comes = Promise.withResolvers<string>()
  function Page() {
    const [value, setValue] = useState<string | Promise<string>>('mine')
    const base = typeof value === 'string' ? value : use(value)
    const [shown, showAtOnce] = useShownEarly(base, (_, to: string) => to)
    const { press } = usePromptAction(showAtOnce)
    const change = () =>
      press('yours', async () => {
        const answered = await answer.promise
        startTransition(() => setValue(comes.promise))
        return answered
      })
    return (
      <>
        <output>{shown}</output>
        <button type="button" onClick={() => void change()}>
          Give
        </button>
      </>
    )
  }
  render(
    <Suspense>
      <Page />
    </Suspense>,
  )
  const button = screen.getByRole('button', { name: 'Give' })
  act(() => button.click())
  return {
    answer: (said: Answer) => act(async () => answer.resolve(said)),
    come: (value: string) => act(async () => comes.resolve(value)),
    now: () => screen.getByRole('status').textContent,
  }
}

it('shows it until the page itself has the value', async () => {
  const { answer, come, now } = openSlowPage()
  await answer({ data: { ok: true } })
  expect(now()).toBe('yours')
  await come('yours, says the page')
  expect(now()).toBe('yours, says the page')
})

it('takes back a refused value before the new page data arrives', async () => {
  const { answer, come, now } = openSlowPage()
  await answer({ data: { ok: false, message: 'Ulf has it.' } })
  expect(now()).toBe('mine')
  await come('his')
  expect(now()).toBe('his')
})

it('is not shown again if the earlier value comes back', () => {
  const { result, rerender } = renderHook(({ base }) => useShownEarly(base, (_, to: string) => to), {
    initialProps: { base: 'nobody' },
  })
  let takeBack: TakeBack = () => {}
  act(() => {
    takeBack = result.current[1]('mine')
  })
  act(() => takeBack('with-the-page'))
  expect(result.current[0]).toBe('mine')
  rerender({ base: 'mine' })
  rerender({ base: 'nobody' })
  expect(result.current[0]).toBe('nobody')
})
