import path from 'node:path'

/** Built in bench/.tmp, three folders below the packages that it shares with the desk. */
const config = {
  poweredByHeader: false,
  turbopack: { root: path.resolve(import.meta.dirname, '../../../..') },
}

export default config
