import { expect, test } from 'vitest'
import { routes } from '@/lib/routes'
import { outlineOf } from './page-outline'

const ID = '6e1b2a34-0000-4000-8000-000000000001'

test.each([
  [routes.home, 'columns', ''],
  [routes.applications, 'list', ''],
  [routes.underwriting, 'list', 'tabs'],
  [routes.unfundedSales, 'list', 'back'],
  [routes.hostedPaymentLink, 'panels', 'back'],
  [routes.account, 'panels', ''],
  [routes.audit, 'list', ''],
  [routes.auditRow(7), 'panels', 'back'],
  [routes.settings.lists, 'steps', ''],
  [routes.settings.connections, 'steps', ''],
  [routes.sandboxPages.requests, 'list', 'tabs'],
  [routes.sandboxPages.request(7), 'panels', 'back'],
  [routes.importApplications, 'panels', 'back'],
  [routes.application(ID), 'columns', 'back bar'],
  [routes.applicationStep(ID, 'contacts'), 'steps', 'back'],
  [routes.applicationNext(ID), 'steps', 'back'],
  [routes.underwritingCase(ID), 'columns', 'back bar'],
  [routes.underwritingSummary(ID), 'panels', 'back'],
  [routes.merchant('M-001'), 'columns', 'back'],
  [routes.newMerchant, 'panels', 'back'],
  [routes.fundingBatch(ID), 'panels', 'back'],
  [routes.callback(57), 'columns', 'back'],
])('%s is outlined as %s %s', (path, body, lines) => {
  const outline = outlineOf(path)
  const shown = (['back', 'tabs', 'bar'] as const).filter((line) => outline[line])
  expect([outline.body, shown.join(' ')]).toEqual([body, lines])
})
