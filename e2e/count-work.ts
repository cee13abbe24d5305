import type { Page } from '@playwright/test'

/** What a person did: fields typed or chosen, keys pressed, clicks, pages seen. */
export type Work = { fields: number; keys: number; clicks: number; screens: number }

/**
 * Counts input events from here on, until the page reloads: every key except Ctrl alone, and every click. Choosing from
 * a list counts as a click.
 */
export async function countWork(page: Page): Promise<() => Promise<Work>> {
  await page.evaluate(() => {
    const seen = { keys: 0, clicks: 0, fields: new Set<string>(), screens: new Set<string>() }
    Reflect.set(window, 'seenWork', seen)
    const look = () => seen.screens.add(location.pathname)
    look()
    const count = (what: 'keys' | 'clicks') => {
      seen[what] += 1
    }
    addEventListener('keydown', ({ key }) => key !== 'Control' && count('keys'), true)
    addEventListener('keyup', look, true)
    addEventListener('click', look, true)
    addEventListener('click', ({ detail }) => detail > 0 && count('clicks'), true)
    let keyed: EventTarget | null = null
    addEventListener(
      'keydown',
      ({ target }) => {
        keyed = target
      },
      true,
    )
    addEventListener(
      'change',
      ({ target }) => target instanceof HTMLSelectElement && target !== keyed && count('clicks'),
      true,
    )
    addEventListener(
      'input',
      ({ target, isTrusted }) => {
        const field = target instanceof Element && target.closest<HTMLElement>('[data-field]')
        if (field && isTrusted) seen.fields.add(field.dataset.field ?? '')
      },
      true,
    )
  })
  return () =>
    page.evaluate(() => {
      const { keys, clicks, fields, screens } = Reflect.get(window, 'seenWork')
      return { fields: fields.size, keys, clicks, screens: screens.add(location.pathname).size }
    })
}
