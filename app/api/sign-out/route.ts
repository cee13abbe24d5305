import { routes } from '@/lib/routes'
import { isOwnWrite } from '@/lib/server/route'
import { signOut } from '@/lib/server/sign-in/sign-out'

/** A plain form post, so that the browser asks about unsaved text first and then drops the whole page. */
export async function POST(request: Request) {
  if (!isOwnWrite(request.headers)) return new Response('Forbidden', { status: 403 })
  await signOut()
  return new Response(null, { status: 303, headers: { location: routes.signIn } })
}
