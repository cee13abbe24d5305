import 'server-only'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { DeskError } from '@/lib/errors'
import { isRecordId } from '@/lib/partner/wire/record-id'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import type { Ctx } from '@/lib/server/services'
import { listCallbacks } from './callbacks'
import type {
  ControlCallback,
  ControlEndpoint,
  ControlFault,
  ControlOpportunity,
  ControlProfile,
  ControlRequest,
  ControlRequestDetail,
} from './controls'
import { countPartnerRecords, findOwnApplication } from './data'
import { type InterfaceView, readInterface } from './interface-document'
import { RESET_WORD } from './mutations'
import { listRequests } from './requests'
import { isSandboxOn, requireSandbox, type Sandbox } from './sandbox'
import { maskStoredApplication, type StoredApplication } from './stored-application'

/** A sandbox that stands alone may be stopped: a page then shows the words of `problem`. */
type Reached<T> = { ok: true; value: T } | { ok: false; problem: string }

/** For the frame, which offers these pages only where there is something behind them. */
export const loadSandboxSwitch = isSandboxOn

/** For someone who may, while there is a sandbox; `run` reads what the page shows. */
async function look<T>(here: string, run: (sandbox: Sandbox, ctx: Ctx) => Promise<T>): Promise<Reached<T>> {
  if (!isSandboxOn()) notFound()
  const ctx = await loadContext('sandbox:control', here)
  try {
    return { ok: true, value: await run(requireSandbox(), ctx) }
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    if (error.code === 'not-found') notFound()
    return { ok: false, problem: error.message }
  }
}

export const loadRequests = (endpoint: ControlEndpoint | null): Promise<Reached<ControlRequest[]>> =>
  look(routes.sandboxPages.requests, ({ controls }) =>
    listRequests(controls, { since: 0, endpoint: endpoint ?? undefined }),
  )

export const loadRequest = (n: string): Promise<Reached<ControlRequestDetail>> =>
  look(routes.sandboxPages.request(n), ({ controls }) => {
    if (!/^\d{1,15}$/.test(n)) notFound()
    return controls.requireRequest(Number(n))
  })

const OPPORTUNITY_PAGE = 50

export type StoredList = { items: ControlOpportunity[]; next: string | null }

/** Newest first, a page at a time from after `before` on. */
export const loadStoredApplications = (before: string | null): Promise<Reached<StoredList>> =>
  look(routes.sandboxPages.applications, async ({ controls }) => {
    const rows = await controls.listOpportunities({
      limit: OPPORTUNITY_PAGE + 1,
      before: before ?? undefined,
    })
    const items = rows.slice(0, OPPORTUNITY_PAGE)
    return { items, next: rows.length > OPPORTUNITY_PAGE ? (items.at(-1)?.id ?? null) : null }
  })

export type StoredApplicationView = StoredApplication & { own: { id: string; number: number } | null }

export const loadStoredApplication = cache(
  (id: string): Promise<Reached<StoredApplicationView>> =>
    look(routes.sandboxPages.application(id), async ({ controls }, { db }) => {
      if (!isRecordId(id)) notFound()
      const held = maskStoredApplication(await controls.requireOpportunity(id))
      return { ...held, own: await findOwnApplication(db, held.id) }
    }),
)

export const loadProfiles = (): Promise<Reached<ControlProfile[]>> =>
  look(routes.sandboxPages.profiles, ({ controls }) => controls.listProfiles())

export type CallbacksView = {
  /** Where the hosted payment page is. */
  address: string
  profiles: ControlProfile[]
  callbacks: ControlCallback[]
}

export const loadCallbacks = (): Promise<Reached<CallbacksView>> =>
  look(routes.sandboxPages.callbacks, async ({ address, controls }) => {
    const [profiles, callbacks] = await Promise.all([controls.listProfiles(), listCallbacks(controls)])
    return { address, profiles, callbacks }
  })

export const loadFaults = (): Promise<Reached<ControlFault[]>> =>
  look(routes.sandboxPages.faults, ({ controls }) => controls.listFaults())

export const loadInterface = (): Promise<Reached<InterfaceView>> =>
  look(routes.sandboxPages.interface, async ({ controls }) => readInterface(await controls.readInterface()))

export type ResetView = { word: string; applications: number; documents: number }

/** Asks the sandbox too, so that a reset that cannot happen is not offered. */
export const loadReset = (): Promise<Reached<ResetView>> =>
  look(routes.sandboxPages.reset, async ({ controls }, { db }) => {
    const [counts] = await Promise.all([countPartnerRecords(db), controls.listFaults()])
    return { word: RESET_WORD, ...counts }
  })
