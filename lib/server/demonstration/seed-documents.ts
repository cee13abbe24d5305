import { registerDocument } from '@/lib/server/documents/mutations'
import type { Ctx } from '@/lib/server/services'

/** The smallest PDF that viewers open: one page with one line of text. */
function onePagePdf(line: string): string {
  const text = `BT /F1 18 Tf 72 720 Td (${line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

/** Puts files where finished uploads lie, and registers them as the documents step would. */
export async function seedDocuments(ctx: Ctx, applicationId: string, n: number): Promise<void> {
  const files = [
    { name: `voided-check-${n}.pdf`, category: 'voided-check', content: onePagePdf(`Voided check ${n}`) },
    {
      name: `identity-${n}.txt`,
      category: 'identity',
      content: `Identity document of application ${n}, transcribed.\n`,
    },
  ] as const
  for (const { name, category, content } of files) {
    const uploadId = await ctx.documentStore.putUpload(Buffer.from(content))
    await registerDocument(ctx, { applicationId, uploadId, name, category })
  }
}
