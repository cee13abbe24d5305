import type { SignalWeight } from './signal'

export type CategoryRisk = { mcc: string; name: string; weight: SignalWeight; why: string }

/**
 * Merchant category codes (ISO 18245) that our policy reviews closely. The list is ours: change it when the sponsor
 * bank's policy or a card network's program changes, and raise RULE_VERSION.
 */
const CATEGORY_RISKS: readonly CategoryRisk[] = [
  {
    mcc: '5967',
    name: 'inbound teleservices',
    weight: 'serious',
    why: 'Adult content is sold under this code. The networks ask for registration before the first sale.',
  },
  {
    mcc: '5966',
    name: 'outbound telemarketing',
    weight: 'serious',
    why: 'Sold by cold call: disputes are many, and the networks ask for registration.',
  },
  {
    mcc: '5962',
    name: 'direct marketing of travel',
    weight: 'serious',
    why: 'Sold by call or mail and delivered months later: disputes are many, and large.',
  },
  {
    mcc: '7995',
    name: 'betting and gambling',
    weight: 'serious',
    why: 'Legal only with a license, state by state. The networks ask for registration, and banks decline the sales.',
  },
  {
    mcc: '5122',
    name: 'drugs and druggist sundries',
    weight: 'serious',
    why: 'Prescription drugs sold at a distance need a license wherever the customer is, and registration with the networks.',
  },
  {
    mcc: '6051',
    name: 'quasi cash and virtual currency',
    weight: 'serious',
    why: 'Sells cash equivalents, which cannot be recovered. Needs a money services license.',
  },
  {
    mcc: '4829',
    name: 'money transfer',
    weight: 'serious',
    why: 'Funds move to third parties immediately. Needs a money transmitter license.',
  },
  {
    mcc: '6211',
    name: 'securities and trading',
    weight: 'serious',
    why: 'Losses are disputed as fraud. The networks ask for registration of high-risk trading.',
  },
  {
    mcc: '5912',
    name: 'drug stores and pharmacies',
    weight: 'concern',
    why: 'Harmless at the counter; at a distance it needs licenses, and registration with the networks.',
  },
  {
    mcc: '5993',
    name: 'tobacco and vaping',
    weight: 'concern',
    why: 'Age must be checked, and shipping is forbidden in some states. At a distance the networks ask for registration.',
  },
  {
    mcc: '4816',
    name: 'information services and file hosting',
    weight: 'concern',
    why: 'Customers can store prohibited content. File hosting must be registered.',
  },
  {
    mcc: '5968',
    name: 'subscriptions',
    weight: 'concern',
    why: 'Trials that renew by themselves are disputed often. Look at how consent and cancellation are shown.',
  },
  {
    mcc: '4722',
    name: 'travel agencies and tour operators',
    weight: 'concern',
    why: 'Paid long before the journey: when the agency fails, every open booking is charged back.',
  },
  {
    mcc: '7273',
    name: 'dating and escort services',
    weight: 'concern',
    why: 'Disputed often, and adult services hide behind it. The networks may ask for registration.',
  },
  {
    mcc: '7322',
    name: 'debt collection',
    weight: 'concern',
    why: 'Payments made under pressure are often disputed. Many states license debt collection.',
  },
]

const RISKS_BY_CODE = new Map(CATEGORY_RISKS.map((risk) => [risk.mcc, risk]))

/** The code may be followed by its name (`5967 Teleservices`). Null if it is blank or not on the list. */
export const riskOfCategory = (typed: string): CategoryRisk | null =>
  RISKS_BY_CODE.get(/^\s*(\d{4})\b/.exec(typed)?.[1] ?? '') ?? null
