/** SHA-256 of a file's content, in hex; null where the browser gives no such function (pages without https). */
export async function sha256Of(content: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Tells a file by what a browser says of it without reading it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string => `${name}|${size}|${lastModified}`
