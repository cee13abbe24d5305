import { crc32, deflateRawSync } from 'node:zlib'

export type ArchiveFile = { name: string; content: string; unpackedBytes?: number; isStored?: boolean }

/**
 * A ZIP archive, written here because a file whose content differs from its stated size is one that no program writes.
 * `unpackedBytes`: the stated size.
 */
export function archive(entries: ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, unpackedBytes = content.length, isStored = false } of entries) {
    const packed = isStored ? Buffer.from(content) : deflateRawSync(content)
    const sizes = Buffer.alloc(26)
    sizes.writeUInt16LE(20, 0)
    sizes.writeUInt16LE(isStored ? 0 : 8, 4)
    sizes.writeUInt32LE(crc32(content), 10)
    sizes.writeUInt32LE(packed.length, 14)
    sizes.writeUInt32LE(unpackedBytes, 18)
    sizes.writeUInt16LE(name.length, 22)
    const [local, record] = [Buffer.alloc(4), Buffer.alloc(46)]
    local.writeUInt32LE(0x04034b50)
    record.writeUInt32LE(0x02014b50)
    sizes.copy(record, 6)
    record.writeUInt32LE(at, 42)
    const before = Buffer.concat([local, sizes, Buffer.from(name), packed])
    parts.push(before)
    directory.push(record, Buffer.from(name))
    at += before.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/**
 * A workbook with one sheet named May. `rows`: its XML. `more`: overrides for the sheet's file. `others`: further files,
 * after the required ones.
 */
export const sheetFile = (
  rows: string,
  more: Partial<ArchiveFile> = {},
  others: ArchiveFile[] = [],
): Uint8Array<ArrayBuffer> =>
  archive([
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${RELATION}"><sheets><sheet name="May" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...more,
    },
    ...others,
  ])

/** `place`: such as `A1`. */
export const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
