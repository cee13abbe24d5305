export const ID = '00000000-0000-4000-8000-000000000000'

/** Every route of `app/api` that needs somebody, by its folder: a new one fails this until it is asked here. */
export const ROUTES: Record<string, { method: string; path: string; headers?: Record<string, string> }[]> = {
  'applications/[id]/documents': [
    { method: 'GET', path: `applications/${ID}/documents` },
    { method: 'POST', path: `applications/${ID}/documents` },
  ],
  'applications/[id]/draft/[section]': [{ method: 'PUT', path: `applications/${ID}/draft/merchant` }],
  'applications/[id]/kept/[what]': [{ method: 'PUT', path: `applications/${ID}/kept/note` }],
  'applications/[id]/uploads': [{ method: 'GET', path: `applications/${ID}/uploads` }],
  'applications/[id]/uploads/[upload]': [{ method: 'GET', path: `applications/${ID}/uploads/${ID}` }],
  'applications/export': [{ method: 'GET', path: 'applications/export' }],
  'applications/import': [{ method: 'POST', path: 'applications/import' }],
  'applications/import/earlier': [{ method: 'POST', path: 'applications/import/earlier' }],
  'applications/import/taken': [{ method: 'POST', path: 'applications/import/taken' }],
  'applications/import/template': [{ method: 'GET', path: 'applications/import/template?kind=full' }],
  'audit/export': [{ method: 'GET', path: 'audit/export' }],
  'callbacks/export': [{ method: 'GET', path: 'callbacks/export' }],
  'callbacks/fund': [{ method: 'POST', path: 'callbacks/fund' }],
  'callbacks/news': [{ method: 'GET', path: 'callbacks/news' }],
  'documents/[id]/content': [{ method: 'GET', path: `documents/${ID}/content` }],
  'funding/knowledge': [{ method: 'POST', path: 'funding/knowledge' }],
  'funding/batches': [{ method: 'POST', path: 'funding/batches' }],
  'funding/batches/[id]/export': [{ method: 'GET', path: `funding/batches/${ID}/export?what=lines` }],
  'funding/batches/[id]/lines': [
    { method: 'GET', path: `funding/batches/${ID}/lines` },
    { method: 'PATCH', path: `funding/batches/${ID}/lines` },
  ],
  'funding/batches/[id]/progress': [{ method: 'GET', path: `funding/batches/${ID}/progress` }],
  'funding/batches/[id]/unmatched': [
    { method: 'GET', path: `funding/batches/${ID}/unmatched?attempt=${ID}&after=0` },
  ],
  'merchants/choices': [{ method: 'POST', path: 'merchants/choices' }],
  'sandbox/callbacks': [{ method: 'GET', path: 'sandbox/callbacks' }],
  'sandbox/faults': [{ method: 'GET', path: 'sandbox/faults' }],
  'sandbox/requests': [{ method: 'GET', path: 'sandbox/requests' }],
  search: [{ method: 'POST', path: 'search' }],
  'zip/[zip]': [{ method: 'GET', path: 'zip/97205' }],
  'uploads/[[...id]]': [
    { method: 'POST', path: 'uploads', headers: { 'tus-resumable': '1.0.0', 'upload-length': '3' } },
  ],
}
