import type { ControlCallback, SandboxControls } from './controls'

/** How many events the page shows. */
const SHOWN = 50

/** The newest events first. Somebody who tries a receiver may have typed a whole card number: none is shown. */
export async function listCallbacks(controls: SandboxControls): Promise<ControlCallback[]> {
  const callbacks = await controls.listCallbacks({ last: SHOWN })
  return callbacks.reverse().map((callback) => ({
    ...callback,
    fields: Object.fromEntries(
      Object.entries(callback.fields).map(([name, value]) => [name, hideCardNumbers(value)]),
    ),
  }))
}

/** Of 13 to 19 digits with a right check digit, the last four stay. */
export const hideCardNumbers = (text: string): string =>
  text.replace(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g, (run) => {
    const digits = run.replace(/\D/g, '')
    return hasCheckDigit(digits) ? `••••${digits.slice(-4)}` : run
  })

/** Luhn: from the right every second digit counts double, and the sum ends in 0. */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + (weighed > 9 ? weighed - 9 : weighed)
  }, 0) %
    10 ===
  0
