import { type APIRequestContext, type Response, request } from '@playwright/test'
import { STEP_LABELS, stepsOf } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'

/** An onboarding specialist's session: for requests, and for the browser (`storageState`). */
export type SignedIn = {
  api: APIRequestContext
  storageState: Awaited<ReturnType<APIRequestContext['storageState']>>
}

export async function signIn(origin: string): Promise<SignedIn> {
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const csrf = await (await api.get(`${routes.api.auth}/csrf`)).json()
  const answer = await api.post(`${routes.api.auth}/callback/credentials`, {
    form: {
      csrfToken: String(csrf.csrfToken),
      email: 'onboarding@demo.test',
      password: 'demo-desk-2026!',
      json: 'true',
    },
  })
  if (!answer.ok()) throw new Error(`Signing in failed (HTTP ${answer.status()}).`)
  return { api, storageState: await api.storageState() }
}

/** The id of some application of the demonstration in this state. */
export async function findApplication({ api }: SignedIn, status: 'draft' | 'submitted'): Promise<string> {
  const list = await (await api.get(`${routes.applications}?status=${status}`)).text()
  const id = /\/applications\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(list)?.[1]
  if (!id) throw new Error(`The list shows no application in state ${status}.`)
  return id
}

/** `open`: shown to people who are not signed in, and only to them. */
export type DeskPage = { name: string; path: string; kind: 'page' | 'wizard'; open?: boolean }

/** The pages of an onboarding specialist's day. */
export async function listPages(person: SignedIn): Promise<DeskPage[]> {
  const draft = await findApplication(person, 'draft')
  const submitted = await findApplication(person, 'submitted')
  return [
    { name: 'sign-in', path: routes.signIn, kind: 'page', open: true },
    { name: 'list of applications', path: routes.applications, kind: 'page' },
    { name: 'a submitted application', path: routes.application(submitted), kind: 'page' },
    ...stepsOf('payfac').map((slug): DeskPage => {
      return {
        name: `wizard: ${STEP_LABELS[slug]}`,
        path: routes.applicationStep(draft, slug),
        kind: 'wizard',
      }
    }),
  ]
}

/** Passes the page that was asked for; an error or another page in its place is nothing to measure. */
export function requirePage(response: Response | null, url: string): void {
  if (response?.status() === 200 && response.url().replace(/\/$/, '') === url) return
  throw new Error(`${url} answered ${response?.status()}, from ${response?.url()}.`)
}
