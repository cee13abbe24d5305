import { type APIRequestContext, type Response, request } from '@playwright/test'
import { STEP_LABELS, stepsOf } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'

/** A person's session: for requests, and for the browser (`storageState`). */
export type SignedIn = {
  api: APIRequestContext
  storageState: Awaited<ReturnType<APIRequestContext['storageState']>>
}

/** An onboarding specialist, unless somebody else is named. */
export async function signIn(origin: string, email = 'onboarding@demo.test'): Promise<SignedIn> {
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
  const csrf = await (await api.get(`${routes.api.auth}/csrf`)).json()
  const answer = await api.post(`${routes.api.auth}/callback/credentials`, {
    form: {
      csrfToken: String(csrf.csrfToken),
      email,
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

/** `by`: who sees it; null: it is shown to people who are not signed in, and only to them. */
export type DeskPage = { name: string; path: string; kind: 'page' | 'wizard'; by: SignedIn | null }

/** The pages of everybody's day. */
export async function listPages(origin: string): Promise<DeskPage[]> {
  const by = await signIn(origin)
  const underwriter = await signIn(origin, 'underwriter@demo.test')
  const finance = await signIn(origin, 'finance@demo.test')
  const draft = await findApplication(by, 'draft')
  const submitted = await findApplication(by, 'submitted')
  const page = (name: string, path: string, person: SignedIn | null): DeskPage => ({
    name,
    path,
    kind: 'page',
    by: person,
  })
  return [
    page('sign-in', routes.signIn, null),
    page('overview', routes.home, finance),
    page('list of applications', routes.applications, by),
    page('a submitted application', routes.application(submitted), by),
    ...stepsOf('payfac').map((slug): DeskPage => {
      return {
        name: `wizard: ${STEP_LABELS[slug]}`,
        path: routes.applicationStep(draft, slug),
        kind: 'wizard',
        by,
      }
    }),
    page('the queue of underwriting', routes.underwriting, underwriter),
    page('a case', await findLink(underwriter, routes.underwriting), underwriter),
    page('list of batches', routes.funding, finance),
    page('a new batch', routes.newFundingBatch, finance),
    page('a batch', await findLink(finance, routes.funding), finance),
    page('the callback log', routes.callbacks, finance),
    page('a callback', await findLink(finance, routes.callbacks, '[0-9]+'), finance),
    page('a payment link', routes.hostedPaymentLink, finance),
  ]
}

/** The first of the things that a list leads to; most have a UUID for a name. */
async function findLink(
  { api }: SignedIn,
  list: string,
  name = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
): Promise<string> {
  const text = await (await api.get(list)).text()
  const path = new RegExp(`${list}/${name}`).exec(text)?.[0]
  if (!path) throw new Error(`The list at ${list} leads to nothing.`)
  return path
}

/** Passes the page that was asked for; an error or another page in its place is nothing to measure. */
export function requirePage(response: Response | null, url: string): void {
  if (response?.status() === 200 && response.url() === new URL(url).href) return
  throw new Error(`${url} answered ${response?.status()}, from ${response?.url()}.`)
}
