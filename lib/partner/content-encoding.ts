import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** `problem`: the body could not be decompressed, or it is larger than the limit. */
export type DecodedBody = { text: string; problem: 'packed' | 'too-long' | null }

type Limits = {
  /** The whole body arrived, so a truncated compressed stream is an error. */
  isWhole: boolean
  maxAnswerBytes: number
}

/**
 * Decodes a body to text. We ask for no compression (RFC 9110, 12.5.3), but some gateways compress anyway, a few of
 * them without a header. Decompresses at most `maxAnswerBytes`, so that a few bytes cannot become gigabytes.
 */
export async function decodeBody(bytes: Buffer, encoding: string, limits: Limits): Promise<DecodedBody> {
  let body = bytes
  try {
    for (const name of encodingsOf(bytes, encoding)) body = await unpack(body, name, limits)
  } catch (error) {
    const isTooLong = error instanceof RangeError
    return {
      text: `(${bytes.length} bytes, packed as ${encoding.slice(0, 40) || 'gzip'})`,
      problem: isTooLong ? 'too-long' : 'packed',
    }
  }
  return { text: new TextDecoder().decode(body), problem: null }
}

/** In decoding order: the encoding that was applied last comes first. */
function encodingsOf(bytes: Buffer, encoding: string): string[] {
  const named = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  // The gzip magic number: no text begins with it.
  return named.length === 0 && bytes[0] === 0x1f && bytes[1] === 0x8b ? ['gzip'] : named.reverse()
}

const unzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.unzip)
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const unbrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)

async function unpack(bytes: Buffer, name: string, { isWhole, maxAnswerBytes }: Limits): Promise<Buffer> {
  if (bytes.length === 0) return bytes
  const maxOutputLength = maxAnswerBytes
  const options = { maxOutputLength, ...(!isWhole && { finishFlush: zlib.constants.Z_SYNC_FLUSH }) }
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return unzip(bytes, options)
    case 'deflate':
      // With the header that HTTP requires (RFC 9110, 8.4.1.2), or raw, as some servers send it.
      return (bytes.readUInt8(0) & 0x0f) === 8 ? unzip(bytes, options) : inflateRaw(bytes, options)
    case 'br': {
      const flush = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }
      return unbrotli(bytes, { maxOutputLength, ...(!isWhole && flush) })
    }
    default:
      throw new Error(`The encoding ${name} is unknown.`)
  }
}
