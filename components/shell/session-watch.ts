import { routes } from '@/lib/routes'

/** What tells a page that nobody clicks in that its person is no longer signed in. */

/** As long as a session stands idle before it ends (`IDLE_MINUTES` of sign-in/sessions.ts). */
const IDLE_MS = 15 * 60_000
const LOOK_EVERY_MS = 30_000
const CHANNEL = 'payfac-desk-session'

/** False only where the desk says so: a line that is down is no end of a session. */
export async function isSignedIn(email: string): Promise<boolean> {
  const response = await fetch(routes.api.session).catch(() => null)
  if (response?.ok) return (await response.json()).email === email
  return response?.status !== 401
}

/** Has every other tab of this browser look whether its person is still signed in. */
export function haveOthersLook(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('look')
  channel.close()
}

/**
 * Calls `onOver` when the session of this person has ended: after another tab signed out or somebody else in, and after
 * it stood idle here. While somebody sits at the page, what they do is answered, and nothing is asked.
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
