import { routes } from '@/lib/routes'
import { signIn } from './desk-pages'
import { fileOf } from './funding-rules'
import type { Ground } from './ground'
import { type Figure, median, milliseconds, times } from './measure'

const LINES = 10_000
const ROUNDS = 15
const WARM_UP = 2
const AIM = 3

/** In a browser: from the moment a file is chosen until its problems are listed, and what the page does meanwhile. */
export async function measureBrowserCheck(ground: Ground): Promise<Figure[]> {
  const desk = await ground.startDesk()
  const browser = await ground.openBrowser()
  const { storageState } = await signIn(desk.origin, 'finance@demo.test')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  const page = await context.newPage()
  await page.goto(desk.origin + routes.newFundingBatch)
  await page.waitForLoadState('networkidle')
  const text = fileOf(LINES)
  const rounds = ground.rounds(ROUNDS) + WARM_UP
  const measured: { checkedMs: number; splitMs: number; longTasksMs: number[] }[] = []
  for (let round = 0; round < rounds; round++) {
    measured.push(
      await page.evaluate(
        async ({ file, name }) => {
          const longTasksMs: number[] = []
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) longTasksMs.push(entry.duration)
          })
          observer.observe({ type: 'longtask' })
          const input = document.querySelector<HTMLInputElement>('input[type=file]')
          if (!input) throw new Error('The page takes no file.')
          const transfer = new DataTransfer()
          transfer.items.add(new File([file], name, { type: 'text/csv' }))
          const listed = new Promise<void>((resolve) => {
            new MutationObserver((_, itself) => {
              const isChosen = document.body.innerText.includes(name)
              if (!isChosen || !document.querySelector('section[aria-label="Problems"]')) return
              itself.disconnect()
              requestAnimationFrame(() => resolve())
            }).observe(document.body, { childList: true, subtree: true, characterData: true })
          })
          const startedAt = performance.now()
          input.files = transfer.files
          input.dispatchEvent(new Event('change', { bubbles: true }))
          // The list of the file before goes away at once.
          await listed
          const checkedMs = performance.now() - startedAt
          // A long task is told a little after its end.
          await new Promise((resolve) => setTimeout(resolve, 300))
          observer.disconnect()
          const splitAt = performance.now()
          const cells = file.split('\n').map((line) => line.split(','))
          const splitMs = performance.now() - splitAt
          if (cells.length < 2) throw new Error('It was split wrongly.')
          return { checkedMs, splitMs, longTasksMs }
        },
        { file: text, name: `round-${round}.csv` },
      ),
    )
  }
  await context.close()
  const counted = measured.slice(WARM_UP)
  const checked = median(counted.map(({ checkedMs }) => checkedMs))
  const split = median(counted.map(({ splitMs }) => splitMs))
  const longest = Math.max(0, ...counted.flatMap(({ longTasksMs }) => longTasksMs))
  return [
    {
      what: `in the browser, from choosing a CSV of ${LINES.toLocaleString('en-US')} lines to its problems on the screen, against splitting the text there`,
      desk: milliseconds(checked),
      floor: milliseconds(split),
      compared: times(checked / split),
      aim: `≤ ${AIM} ×`,
      reached: checked / split <= AIM,
    },
    {
      what: 'the longest task of the page meanwhile (none under 50 ms is told)',
      desk: longest === 0 ? '< 50 ms' : milliseconds(longest),
      floor: '–',
      compared: '',
      aim: '≤ 50 ms',
      reached: longest <= 50,
    },
  ]
}
