import { handleUpload } from '@/lib/server/documents/upload-route'

export const dynamic = 'force-dynamic'

export { handleUpload as DELETE, handleUpload as HEAD, handleUpload as PATCH, handleUpload as POST }
