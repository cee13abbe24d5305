/** SHA-256 of a file's content, in hex; null if the browser has no such function (pages without HTTPS). */
export async function sha256Of(content: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Identifies a file without reading it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string => `${name}|${size}|${lastModified}`
