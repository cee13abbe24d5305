import { routes } from '@/lib/routes'

/** Detects on an unused page that its person is no longer signed in. */

/** How long a session may be idle (`IDLE_MINUTES` of sign-in/sessions.ts). */
const IDLE_MS = 15 * 60_000
const LOOK_EVERY_MS = 30_000
const CHANNEL = 'payfac-desk-session'

/** False only if the desk says so; a lost connection does not end a session. */
export async function isSignedIn(email: string): Promise<boolean> {
  const response = await fetch(routes.api.session).catch(() => null)
  if (response?.ok) return (await response.json()).email === email
  return response?.status !== 401
}

/** Makes every other tab of this browser check whether its person is still signed in. */
export function haveOthersLook(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('look')
  channel.close()
}

/**
 * Calls `onOver` when this person's session has ended: after another tab signed out or signed someone else in, or
 * after idling here. While someone uses the page, requests answer that already, and nothing is polled.
 */
export function watchSession(email: string, onOver: () => void): () => void {
  let lastSignAt = Date.now()
  const look = async () => {
    if (!(await isSignedIn(email))) onOver()
  }
  const lookWhenIdle = () => {
    if (Date.now() - lastSignAt > IDLE_MS) void look()
  }
  const onSign = () => {
    lookWhenIdle()
    lastSignAt = Date.now()
  }
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = look
  const timer = setInterval(lookWhenIdle, LOOK_EVERY_MS)
  const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
  for (const sign of signs) window.addEventListener(sign, onSign, { passive: true, capture: true })
  return () => {
    channel.close()
    clearInterval(timer)
    for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true })
  }
}
