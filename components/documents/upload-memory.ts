import type { PreviousUpload, UploadOptions } from 'tus-js-client'

/**
 * Where unfinished uploads are, kept by the browser so that they can be gone on with after a reload. It
 * holds addresses, names and sizes, never contents; an address is of use only to the person who began it.
 */

type Remembered = { fingerprint: string; name: string; uploadUrl: string }

/** Tells a file by what a browser says of it without reading it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string => `${name}|${size}|${lastModified}`

const prefixOf = (applicationId: string) => `upload:${applicationId}:`

/** A browser may keep its storage shut, or full: uploads then work, and only cannot be gone on with after a reload. */
function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
  try {
    return use(localStorage)
  } catch {
    return otherwise
  }
}

function listRemembered(applicationId: string): (Remembered & { key: string })[] {
  return attempt(
    (storage) =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefixOf(applicationId)))
        .flatMap((key) => {
          const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
          return isRemembered(value) ? [{ ...value, key }] : []
        }),
    [],
  )
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' &&
  value !== null &&
  ['fingerprint', 'name', 'uploadUrl'].every((member) => typeof Reflect.get(value, member) === 'string')

/** Uploads of this application that were begun in this browser and are not documents yet. */
export const listInterrupted = (applicationId: string): { fingerprint: string; name: string }[] =>
  listRemembered(applicationId).map(({ fingerprint, name }) => ({ fingerprint, name }))

export function forgetUpload(applicationId: string, fingerprint?: string): void {
  for (const remembered of listRemembered(applicationId)) {
    if (fingerprint !== undefined && remembered.fingerprint !== fingerprint) continue
    attempt((storage) => storage.removeItem(remembered.key), undefined)
  }
}

/** The same memory, as the upload library asks for it. */
export function createUrlStorage(applicationId: string): NonNullable<UploadOptions['urlStorage']> {
  const find = (fingerprint?: string): PreviousUpload[] =>
    listRemembered(applicationId)
      .filter((remembered) => fingerprint === undefined || remembered.fingerprint === fingerprint)
      .map(({ key, uploadUrl }) => ({
        size: null,
        metadata: {},
        creationTime: '',
        urlStorageKey: key,
        uploadUrl,
        parallelUploadUrls: null,
      }))
  return {
    findAllUploads: async () => find(),
    findUploadsByFingerprint: async (fingerprint) => find(fingerprint),
    async addUpload(fingerprint, { uploadUrl }) {
      const key = `${prefixOf(applicationId)}${Math.random().toString(36).slice(2)}`
      const remembered: Remembered = {
        fingerprint,
        name: fingerprint.split('|')[0] ?? '',
        uploadUrl: uploadUrl ?? '',
      }
      attempt((storage) => storage.setItem(key, JSON.stringify(remembered)), undefined)
      return key
    },
    async removeUpload(key) {
      attempt((storage) => storage.removeItem(key), undefined)
    },
  }
}
