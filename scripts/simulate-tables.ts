import { writeDocument } from '@/lib/simulation/ledger'

/** `npm run simulate:tables`: writes the tables of docs/reliability.md from the recorded runs. */
writeDocument()
