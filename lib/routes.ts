import type { Route } from 'next'
import type { ApplicationKind } from '@/lib/domain/application/kind'

/** Every address of the desk, in one place. Nothing secret is ever part of one. */
export const routes = {
  home: '/' as Route,
  signIn: '/sign-in' as Route,
  /** Between the password and the desk. */
  confirmSignIn: '/sign-in/confirm' as Route,
  enrollFactor: '/sign-in/enroll' as Route,
  /** The token of a one-time link stands behind a # after it: browsers send that to no one. */
  accessLink: '/welcome' as Route,
  account: '/account' as Route,
  notifications: '/notifications' as Route,
  /** A comment on the page that shows it. */
  comment: (page: Route, id: string) => `${page}#comment-${id}` as Route,
  people: '/admin/people' as Route,
  audit: '/admin/audit' as Route,
  auditRow: (id: number) => `/admin/audit/${id}` as Route,
  applications: '/applications' as Route,
  adoptApplication: '/applications/existing' as Route,
  importApplications: '/applications/import' as Route,
  application: (id: string) => `/applications/${id}` as Route,
  /** Leads on to what is to be done next with a draft, and to its page where that is not the reader's work. */
  applicationNext: (id: string) => `/applications/${id}/next` as Route,
  applicationStep: (id: string, step: string) => `/applications/${id}/${step}` as Route,
  underwriting: '/underwriting' as Route,
  underwritingCase: (id: string) => `/underwriting/${id}` as Route,
  underwritingSummary: (id: string) => `/underwriting/${id}/summary` as Route,
  funding: '/funding' as Route,
  newFundingBatch: '/funding/new' as Route,
  fundingBatch: (id: string) => `/funding/${id}` as Route,
  merchants: '/merchants' as Route,
  newMerchant: '/merchants/new' as Route,
  newMerchantOf: (applicationId: string) =>
    `/merchants/new?application=${encodeURIComponent(applicationId)}` as Route,
  importMerchants: '/merchants/import' as Route,
  merchant: (merchantId: string) => `/merchants/${encodeURIComponent(merchantId)}` as Route,
  merchantStatement: (merchantId: string) =>
    `/merchants/${encodeURIComponent(merchantId)}/statement` as Route,
  callbacks: '/callbacks' as Route,
  callback: (n: number) => `/callbacks/${n}` as Route,
  unfundedSales: '/callbacks/unfunded' as Route,
  hostedPaymentLink: '/callbacks/link' as Route,
  settings: {
    lists: '/admin/settings' as Route,
    setting: (name: string) => `/admin/settings/${name}` as Route,
    lineItems: '/admin/settings/line-items' as Route,
    connections: '/admin/settings/connections' as Route,
    callbacks: '/admin/settings/callbacks' as Route,
    forwarding: '/admin/settings/forwarding' as Route,
  },
  /** What controls the simulated partner, which is itself served at `sandbox` below. */
  sandboxPages: {
    requests: '/admin/sandbox' as Route,
    request: (n: number | string) => `/admin/sandbox/requests/${n}` as Route,
    applications: '/admin/sandbox/applications' as Route,
    application: (id: string) => `/admin/sandbox/applications/${id}` as Route,
    profiles: '/admin/sandbox/profiles' as Route,
    callbacks: '/admin/sandbox/callbacks' as Route,
    faults: '/admin/sandbox/faults' as Route,
    reset: '/admin/sandbox/reset' as Route,
    interface: '/admin/sandbox/interface' as Route,
  },
  api: {
    auth: '/api/auth',
    policyReport: '/api/csp-report',
    signOut: '/api/sign-out',
    confirm: '/api/confirm',
    passkey: '/api/confirm/passkey',
    applicationsExport: '/api/applications/export',
    draft: (id: string, section: string) => `/api/applications/${id}/draft/${section}`,
    /** What someone has written in a form of an application, and not sent. */
    unsent: (id: string, what: string) => `/api/applications/${id}/kept/${what}`,
    comments: (type: string, id: string) => `/api/comments?type=${type}&id=${id}`,
    commentDraft: '/api/comments/draft',
    commentPeople: (type: string, id: string) => `/api/comments/people?type=${type}&id=${id}`,
    imports: '/api/applications/import',
    earlierImport: '/api/applications/import/earlier',
    importExisting: '/api/applications/import/existing',
    importTemplate: (kind: ApplicationKind) => `/api/applications/import/template?kind=${kind}`,
    uploads: '/api/uploads',
    unfinishedUploads: (applicationId: string) => `/api/applications/${applicationId}/uploads`,
    unfinishedUpload: (applicationId: string, uploadId: string) =>
      `/api/applications/${applicationId}/uploads/${uploadId}`,
    applicationChanged: (applicationId: string) => `/api/applications/${applicationId}/changed`,
    documents: (applicationId: string) => `/api/applications/${applicationId}/documents`,
    search: '/api/search',
    zip: (zip: string) => `/api/zip/${zip}`,
    /** A GET opens it; a POST says that what was shown as a preview is opened now. */
    documentContent: (id: string) => `/api/documents/${id}/content`,
    documentPreview: (id: string) => `/api/documents/${id}/content?preview`,
    merchantChoices: '/api/merchants/choices',
    statementExport: (merchantId: string) => `/api/merchants/${encodeURIComponent(merchantId)}/statement`,
    fundingBatches: '/api/funding/batches',
    /** A POST of the names in a batch: what the desk knows of their sales, their past and their merchants. */
    fundingKnowledge: '/api/funding/knowledge',
    /** A POST of a file's columns: how such a file was read last. */
    fundingMapping: '/api/funding/mapping',
    fundingLines: (id: string) => `/api/funding/batches/${id}/lines`,
    fundingProgress: (id: string) => `/api/funding/batches/${id}/progress`,
    /** The same, and what became of the batch since a page showed it so. */
    fundingNews: (id: string, status: string, contentSha256: string | null, version: number | null) =>
      `/api/funding/batches/${id}/progress?status=${status}${contentSha256 === null ? '' : `&content=${contentSha256}`}${version === null ? '' : `&version=${version}`}`,
    /** Errors of an answer that match no transaction of its request, after the `after`th. */
    fundingUnmatched: (id: string, attemptId: string, after: number) =>
      `/api/funding/batches/${id}/unmatched?attempt=${attemptId}&after=${after}`,
    /** Warnings of one kind that a batch is approved with, after the `after`th. */
    fundingWarnings: (id: string, kind: string, after: number) =>
      `/api/funding/batches/${id}/warnings?kind=${kind}&after=${after}`,
    fundingExport: (id: string, what: 'lines' | 'results' | 'merchants') =>
      `/api/funding/batches/${id}/export?what=${what}`,
    callbackLiveRows: '/api/callbacks/live',
    callbacksExport: '/api/callbacks/export',
    auditExport: '/api/audit/export',
    /** A POST of sales that are to be funded: more of them than an action takes. */
    fundSales: '/api/callbacks/fund',
    sandboxRequests: '/api/sandbox/requests',
    sandboxCallbacks: '/api/sandbox/callbacks',
    sandboxFaults: '/api/sandbox/faults',
    notifications: '/api/notifications',
    session: '/api/session',
    live: '/api/health/live',
    ready: '/api/health/ready',
  },
  sandbox: '/sandbox',
  /** contract.md, "The receiver": with the key, which is a secret, this is an address for the partner alone. */
  receiver: '/webhooks/response-credit-card',
} as const

/** The id of the application whose page stands at this path, or null. */
export const applicationAt = (pathname: string): string | null =>
  /^\/applications\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/.exec(pathname)?.[1] ?? null

/** The merchant whose page or statement a path is of; null for every other page. */
export function merchantAt(pathname: string): string | null {
  const [, segment] = /^\/merchants\/([^/]+)(?:\/statement)?$/.exec(pathname) ?? []
  if (segment === undefined || [routes.newMerchant, routes.importMerchants].some((own) => own === pathname))
    return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Any origin: what an address resolves to against it says whether it leads away. */
const HERE = 'http://desk.invalid'
/** Below these are no pages. */
const NO_PAGES = [routes.signIn, routes.accessLink, '/api', routes.sandbox, '/webhooks']

/**
 * Where to go after signing in: back to a page of the desk that was asked for, never to another host. Browsers drop
 * tabs and line ends from an address and take a backslash for a slash, so that none of them may be in it, and dots can
 * leave two slashes at its beginning: it is the address as a browser resolves it that counts.
 */
export function afterSignIn(next: string | string[] | undefined): Route {
  if (typeof next !== 'string' || !/^\/[^\s\\\p{Cc}]*$/u.test(next) || !URL.canParse(next, HERE))
    return routes.home
  const { origin, pathname, search, hash } = new URL(next, HERE)
  const isPage = !NO_PAGES.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  return origin === HERE && !pathname.startsWith('//') && isPage
    ? (`${pathname}${search}${hash}` as Route)
    : routes.home
}
