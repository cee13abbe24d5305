import { defineSetting } from './define-setting'
import { count, countLimit } from './setting-fields'

const MAX_DAYS = 3_650
const MAX_MEGABYTES = 10_000_000
const IN_MEGABYTES = `Enter a whole number of megabytes, 100 to ${MAX_MEGABYTES.toLocaleString('en-US')}; or turn this limit off.`

export const documentRules = defineSetting({
  key: 'documents',
  title: 'Documents',
  group: 'Applications',
  intro: 'How much may be uploaded, and how long the desk keeps what is no longer used.',
  permission: 'admin:settings',
  audit: 'document-rules-changed',
  panels: {
    'Room for uploads': 'Checked when an upload starts, using the file’s size. A file can have up to 100 MB.',
    'Removed documents':
      'A document that was removed or replaced before the partner had it is shown nowhere. Its content stays on the desk’s disk until it is erased here, for good: no one can bring it back. Its name, its hash and who removed it stay in the history.',
  },
  fields: {
    keepFreeMegabytes: count({
      panel: 'Room for uploads',
      label: 'Megabytes of the disk that stay free',
      min: 0,
      max: MAX_MEGABYTES,
      problem: `Enter a whole number of megabytes, up to ${MAX_MEGABYTES.toLocaleString('en-US')}.`,
      fallback: 500,
    }),
    megabytesPerApplication: countLimit({
      panel: 'Room for uploads',
      option: 'Limit the documents of one application',
      label: 'Megabytes per application',
      min: 100,
      max: MAX_MEGABYTES,
      problem: IN_MEGABYTES,
      fallback: 2_000,
    }),
    megabytesPerPersonDay: countLimit({
      panel: 'Room for uploads',
      option: 'Limit what one person adds',
      label: 'Megabytes per person in 24 hours',
      min: 100,
      max: MAX_MEGABYTES,
      problem: IN_MEGABYTES,
      fallback: 10_000,
    }),
    eraseRemovedAfterDays: countLimit({
      panel: 'Removed documents',
      option: 'Erase the content of removed documents',
      label: 'Days after they were removed',
      min: 1,
      max: MAX_DAYS,
      problem: `Enter a whole number of days, 1 to ${MAX_DAYS.toLocaleString('en-US')}; or turn this off to keep them.`,
      fallback: null,
    }),
  },
})
