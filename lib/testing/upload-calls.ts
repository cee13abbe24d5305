import { routes } from '@/lib/routes'

/** The header in which a browser tells of the file that it begins to send. */
export const uploadMetadata = (about: Record<string, string | number>): string =>
  Object.entries(about)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')

export const APPLICATION_ID = '0198c0de-0000-4000-8000-000000000001'

const ABOUT = {
  application: APPLICATION_ID,
  name: 'scan.pdf',
  category: 'other',
  modified: 1_760_000_000_000,
}

/** Speaks the upload protocol as someone; `ask` is how a request gets to the server. */
export function uploadCalls(ask: (request: Request) => Promise<Response>, origin: string, name: string) {
  const call = (
    url: string,
    method: string,
    headers: Record<string, string> = {},
    body?: BodyInit,
  ): Promise<Response> => {
    const all = { 'tus-resumable': '1.0.0', 'x-name': name, ...headers }
    const init = { method, headers: all, body, duplex: 'half' }
    return ask(new Request(new URL(url, origin), init))
  }
  return {
    call,
    begin: (bytes: number | string, about: Record<string, string | number> = {}) =>
      call(routes.api.uploads, 'POST', {
        'upload-length': String(bytes),
        'upload-metadata': uploadMetadata({ ...ABOUT, ...about }),
      }),
    async started(bytes: number, about: Record<string, string | number> = {}): Promise<string> {
      const answer = await this.begin(bytes, about)
      const location = answer.headers.get('location')
      if (answer.status !== 201 || location === null)
        throw new Error(`Beginning an upload answered ${answer.status} ${await answer.text()}`)
      return location
    },
    patch: (url: string, offset: number, body: BodyInit, headers: Record<string, string> = {}) =>
      call(
        url,
        'PATCH',
        {
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        body,
      ),
    offsetOf: async (url: string) => Number((await call(url, 'HEAD')).headers.get('upload-offset')),
  }
}

export const uploadIdOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
