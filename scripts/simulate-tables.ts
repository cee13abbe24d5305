import { writeDocument } from '@/lib/simulation/ledger'

/** `npm run simulate:tables`: the tables of docs/reliability.md, of what the runs wrote down. */
writeDocument()
