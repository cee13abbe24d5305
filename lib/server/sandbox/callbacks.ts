import { truncateCardNumbers } from '@/lib/domain/values/card-number'
import type { ControlCallback, SandboxControls } from './controls'

/** How many events the page shows. */
const SHOWN = 50

/** The newest events first. Someone who tries a receiver may have typed a whole card number: none is shown. */
export async function listCallbacks(controls: SandboxControls): Promise<ControlCallback[]> {
  const callbacks = await controls.listCallbacks({ last: SHOWN })
  return callbacks.reverse().map((callback) => ({
    ...callback,
    fields: Object.fromEntries(
      Object.entries(callback.fields).map(([name, value]) => [name, truncateCardNumbers(value)]),
    ),
  }))
}
