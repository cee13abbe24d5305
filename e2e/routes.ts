import type { Permission } from '@/lib/domain/access/permissions'

export const ID = '00000000-0000-4000-8000-000000000000'

type Call = { method: string; path: string; needs: Permission; headers?: Record<string, string> }

/**
 * Every route of `app/api` that needs a signed-in person, by folder. A new one fails the attack tests until it is
 * listed here.
 */
export const ROUTES: Readonly<Record<string, readonly Call[]>> = {
  'applications/[id]/changed': [
    { method: 'GET', path: `applications/${ID}/changed`, needs: 'applicants:read' },
  ],
  'applications/[id]/documents': [
    { method: 'GET', path: `applications/${ID}/documents`, needs: 'documents:read' },
    { method: 'POST', path: `applications/${ID}/documents`, needs: 'documents:write' },
  ],
  'applications/[id]/draft/[section]': [
    { method: 'PUT', path: `applications/${ID}/draft/merchant`, needs: 'applications:write' },
  ],
  'applications/[id]/kept/[what]': [
    { method: 'PUT', path: `applications/${ID}/kept/note`, needs: 'applicants:read' },
  ],
  'applications/[id]/uploads': [
    { method: 'GET', path: `applications/${ID}/uploads`, needs: 'documents:write' },
  ],
  'applications/[id]/uploads/[upload]': [
    { method: 'GET', path: `applications/${ID}/uploads/${ID}`, needs: 'documents:write' },
  ],
  'applications/export': [{ method: 'GET', path: 'applications/export', needs: 'applications:read' }],
  'applications/import': [{ method: 'POST', path: 'applications/import', needs: 'applications:write' }],
  'applications/import/earlier': [
    { method: 'POST', path: 'applications/import/earlier', needs: 'applications:write' },
  ],
  'applications/import/existing': [
    { method: 'POST', path: 'applications/import/existing', needs: 'applications:write' },
  ],
  'applications/import/template': [
    { method: 'GET', path: 'applications/import/template?kind=full', needs: 'applications:write' },
  ],
  'audit/export': [{ method: 'GET', path: 'audit/export', needs: 'audit:read' }],
  'callbacks/export': [{ method: 'GET', path: 'callbacks/export', needs: 'callbacks:read' }],
  'callbacks/fund': [{ method: 'POST', path: 'callbacks/fund', needs: 'funding:write' }],
  'callbacks/live': [{ method: 'GET', path: 'callbacks/live', needs: 'callbacks:read' }],
  // The permission depends on the subject; the subject used here is open to everyone.
  comments: [{ method: 'GET', path: 'comments?type=callback&id=1', needs: 'account:own' }],
  'comments/draft': [{ method: 'PUT', path: 'comments/draft', needs: 'account:own' }],
  'comments/people': [{ method: 'GET', path: 'comments/people?type=callback&id=1', needs: 'account:own' }],
  'documents/[id]/content': [
    { method: 'GET', path: `documents/${ID}/content`, needs: 'documents:read' },
    { method: 'POST', path: `documents/${ID}/content`, needs: 'documents:read' },
  ],
  'funding/knowledge': [{ method: 'POST', path: 'funding/knowledge', needs: 'funding:write' }],
  'funding/mapping': [{ method: 'POST', path: 'funding/mapping', needs: 'funding:write' }],
  'funding/batches': [{ method: 'POST', path: 'funding/batches', needs: 'funding:write' }],
  'funding/batches/[id]/export': [
    { method: 'GET', path: `funding/batches/${ID}/export?what=lines`, needs: 'funding:read' },
  ],
  'funding/batches/[id]/lines': [
    { method: 'GET', path: `funding/batches/${ID}/lines`, needs: 'funding:read' },
    { method: 'PATCH', path: `funding/batches/${ID}/lines`, needs: 'funding:write' },
  ],
  'funding/batches/[id]/progress': [
    { method: 'GET', path: `funding/batches/${ID}/progress`, needs: 'funding:read' },
  ],
  'funding/batches/[id]/unmatched': [
    { method: 'GET', path: `funding/batches/${ID}/unmatched?attempt=${ID}&after=0`, needs: 'funding:read' },
  ],
  'funding/batches/[id]/warnings': [
    {
      method: 'GET',
      path: `funding/batches/${ID}/warnings?kind=merchant-first&after=0`,
      needs: 'funding:read',
    },
  ],
  'merchants/[id]/statement': [{ method: 'GET', path: 'merchants/M-1/statement', needs: 'funding:read' }],
  'merchants/choices': [{ method: 'POST', path: 'merchants/choices', needs: 'merchants:read' }],
  notifications: [{ method: 'GET', path: 'notifications', needs: 'account:own' }],
  session: [{ method: 'GET', path: 'session', needs: 'account:own' }],
  'sandbox/callbacks': [{ method: 'GET', path: 'sandbox/callbacks', needs: 'sandbox:control' }],
  'sandbox/faults': [{ method: 'GET', path: 'sandbox/faults', needs: 'sandbox:control' }],
  'sandbox/requests': [{ method: 'GET', path: 'sandbox/requests', needs: 'sandbox:control' }],
  search: [{ method: 'POST', path: 'search', needs: 'applications:read' }],
  'zip/[zip]': [{ method: 'GET', path: 'zip/97205', needs: 'applications:write' }],
  'uploads/[[...id]]': [
    {
      method: 'POST',
      path: 'uploads',
      needs: 'documents:write',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '3' },
    },
  ],
}

/** For signing in and out, for reports by browsers, and for monitoring. */
export const OPEN_ROUTES: readonly string[] = [
  'auth/[...nextauth]',
  'confirm/passkey',
  'csp-report',
  'health/live',
  'health/ready',
  'sign-out',
]
/** Pages for people who are signing in, the simulated partner with its own guard, and pages without data. */
export const OUTSIDE_THE_DESK: readonly string[] = [
  '/(auth)/sign-in/page',
  '/(auth)/sign-in/confirm/page',
  '/(auth)/sign-in/enroll/page',
  '/(auth)/welcome/page',
  '/_global-error/page',
  '/_not-found/page',
  '/icon.svg/route',
  '/sandbox/[...path]/route',
]

/** Only for people who have shown their password and still need a second factor. */
export const STAGED_ROUTES: readonly string[] = ['confirm']

/** Every page of the desk, by folder, with the permission that it needs. */
export const PAGES: Readonly<Record<string, Permission>> = {
  '': 'applications:read',
  account: 'account:own',
  'admin/audit': 'audit:read',
  'admin/audit/[id]': 'audit:read',
  'admin/people': 'admin:users',
  'admin/sandbox': 'sandbox:control',
  'admin/sandbox/applications': 'sandbox:control',
  'admin/sandbox/applications/[id]': 'sandbox:control',
  'admin/sandbox/callbacks': 'sandbox:control',
  'admin/sandbox/faults': 'sandbox:control',
  'admin/sandbox/interface': 'sandbox:control',
  'admin/sandbox/profiles': 'sandbox:control',
  'admin/sandbox/requests/[n]': 'sandbox:control',
  'admin/sandbox/reset': 'sandbox:control',
  'admin/settings': 'admin:settings',
  'admin/settings/[setting]': 'admin:settings',
  'admin/settings/callbacks': 'admin:settings',
  'admin/settings/connections': 'admin:settings',
  'admin/settings/forwarding': 'admin:settings',
  'admin/settings/line-items': 'admin:settings',
  applications: 'applications:read',
  'applications/[id]': 'applications:read',
  'applications/[id]/accounts': 'applicants:read',
  'applications/[id]/contacts': 'applicants:read',
  'applications/[id]/documents': 'applicants:read',
  'applications/[id]/merchant': 'applicants:read',
  'applications/[id]/next': 'applications:read',
  'applications/[id]/options': 'applicants:read',
  'applications/[id]/pricing': 'applicants:read',
  'applications/[id]/review': 'applicants:read',
  'applications/existing': 'applications:write',
  'applications/import': 'applications:write',
  callbacks: 'callbacks:read',
  'callbacks/[n]': 'callbacks:read',
  'callbacks/link': 'links:write',
  'callbacks/unfunded': 'funding:read',
  funding: 'funding:read',
  'funding/[id]': 'funding:read',
  'funding/new': 'funding:write',
  merchants: 'merchants:read',
  'merchants/[id]': 'merchants:read',
  'merchants/[id]/statement': 'funding:read',
  'merchants/import': 'merchants:write',
  'merchants/new': 'merchants:write',
  notifications: 'account:own',
  underwriting: 'underwriting:read',
  'underwriting/[id]': 'underwriting:read',
  'underwriting/[id]/summary': 'underwriting:read',
}
