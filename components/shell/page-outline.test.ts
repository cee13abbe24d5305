import { expect, test } from 'vitest'
import { routes } from '@/lib/routes'
import { outlineOf } from './page-outline'

const ID = '6e1b2a34-0000-4000-8000-000000000001'

test.each([
  [routes.home, 'columns', ''],
  [routes.applications, 'list', 'tabs search chips'],
  [routes.underwriting, 'list', 'tabs'],
  [routes.unfundedSales, 'list', 'back search'],
  [routes.hostedPaymentLink, 'panels', 'back'],
  [routes.account, 'panels', ''],
  [routes.audit, 'list', 'panel search filters'],
  [routes.people, 'list', ''],
  [routes.auditRow(7), 'panels', 'back'],
  [routes.settings.lists, 'steps', ''],
  [routes.settings.connections, 'steps', ''],
  [routes.sandboxPages.requests, 'list', 'tabs line line'],
  [routes.sandboxPages.request(7), 'panels', 'back'],
  [routes.importApplications, 'panels', 'back'],
  [routes.application(ID), 'columns', 'back record'],
  [routes.applicationStep(ID, 'contacts'), 'steps', 'back'],
  [routes.applicationNext(ID), 'steps', 'back'],
  [routes.underwritingCase(ID), 'columns', 'back case'],
  [routes.underwritingSummary(ID), 'panels', 'back'],
  [routes.merchant('M-001'), 'columns', 'back'],
  [routes.newMerchant, 'panels', 'back'],
  [routes.fundingBatch(ID), 'panels', 'back'],
  [routes.callback(57), 'columns', 'back'],
])('%s is outlined as %s %s', (path, body, lines) => {
  const { back, above, head, body: shownBody } = outlineOf(path)
  const shown = [back && 'back', ...above, head !== 'plain' && head].filter(Boolean)
  expect([shownBody, shown.join(' ')]).toEqual([body, lines])
})
