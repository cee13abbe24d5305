import { z } from 'zod'
import {
  ACCOUNT_TYPES,
  DELIVERY_TIMES,
  FULL_OWNERSHIPS,
  fullMerchantSchema,
  fullOptionsSchema,
  INDUSTRIES,
  LOCATION_TYPES,
  OUTLETS,
  REFUND_POLICIES,
} from '@/lib/domain/application/full-sections'
import { attributes, REQUIRED, REQUIRED_ON_CREATE, wireAccountSchema, wireContactSchema } from './application'
import { wireName, wireText } from './field-limits'

/**
 * Body of the create-application alias (interface, "Create-application alias body"), with the partner's names.
 * Undocumented members are accepted and kept, except record ids of documented objects: this endpoint only creates.
 */

const merchant = fullMerchantSchema.shape
const options = fullOptionsSchema.shape

const double = z.number()
const percent = z.number().min(0).max(100)

export const wireFullOptionsSchema = z.looseObject({
  attributes: attributes('Opportunity'),
  Name: wireText(options.applicationName).optional(),
  BET_Table_ID_API_Field__c: wireText(merchant.betTableId).optional(),
  Yearly_Net_Revenue__c: double.optional(),
  Yearly_Card_Volume__c: double.optional(),
  High_Monthly_Volume__c: double.optional(),
  Avg_Ticket__c: double.optional(),
  High_Ticket__c: double.optional(),
  Visa_MC_Discover_Volume__c: double.optional(),
  American_Express_Volume__c: double.optional(),
  Customer_Type_B2B_Sales__c: percent.optional(),
  Customer_Type_B2C_Sales__c: percent.optional(),
  Advanced_Payments__c: percent.optional(),
  Check_pct__c: percent.optional(),
  Card_Network_Volume_Internet_CNP__c: percent.optional(),
  Card_Network_Volume_Manually_K_M__c: percent.optional(),
  Card_Network_Volume_MO_TO_CNP__c: percent.optional(),
  Card_Network_Volume_Swiped_CP__c: percent.optional(),
  ACH_Debit_Avg_Dollar_Per_Tx__c: double.optional(),
  ACH_Debit_Max_Dollar_Per_Tx__c: double.optional(),
  ACH_Debit_Max_Dollar_Per_Day__c: double.optional(),
  ACH_Debit_Max_Tx_Per_Day__c: double.optional(),
  ACH_Debit_Max_Dollar_Per_Month__c: double.optional(),
  ACH_Debit_Max_Tx_Per_Month__c: double.optional(),
  ACH_Credit_Avg_Dollar_Per_Tx__c: double.optional(),
  ACH_Credit_Max_Dollar_Per_Tx__c: double.optional(),
  ACH_Credit_Max_Dollar_Per_Day__c: double.optional(),
  ACH_Credit_Max_Tx_Per_Day__c: double.optional(),
  ACH_Credit_Max_Dollar_Per_Month__c: double.optional(),
  ACH_Credit_Max_Tx_Per_Month__c: double.optional(),
  Amex_Settlement_Existing_SE__c: wireText(options.amexServiceEstablishment).optional(),
  FCS__c: wireText(options.fcs).optional(),
  Name_of_Provider__c: wireText(options.providerName).optional(),
  Merchant__c: wireText(options.merchantReference).optional(),
  Merchant_Application_Notes__c: wireText(options.notes).optional(),
  Account_Type__c: z.enum(ACCOUNT_TYPES).optional(),
  Refund_Policy__c: z.enum(REFUND_POLICIES).optional(),
  Days_to_Ship_Deliver__c: z.enum(DELIVERY_TIMES).optional(),
})

export const wireFullMerchantSchema = z.looseObject({
  attributes: attributes('Account'),
  Name: wireName(merchant.dbaName).optional(),
  Legal_Name__c: wireName(merchant.legalName).optional(),
  Tax_ID__c: wireText(merchant.taxId).optional(),
  State_of_Entity_Formation_Incorporation__c: wireText(merchant.formationState).optional(),
  Association_ID_API_Field__c: wireText(merchant.associationIdApi).optional(),
  MCC_API_Field__c: wireText(merchant.mcc).optional(),
  BillingStreet: wireText(merchant.billingStreet).optional(),
  BillingCity: wireText(merchant.billingCity).optional(),
  BillingStateCode: wireText(merchant.billingState).optional(),
  BillingPostalCode: wireText(merchant.billingPostalCode).optional(),
  BillingCountryCode: wireText(merchant.billingCountry).optional(),
  ShippingStreet: wireText(merchant.shippingStreet).optional(),
  ShippingCity: wireText(merchant.shippingCity).optional(),
  ShippingStateCode: wireText(merchant.shippingState).optional(),
  ShippingPostalCode: wireText(merchant.shippingPostalCode).optional(),
  ShippingCountryCode: wireText(merchant.shippingCountry).optional(),
  Physical_Address_Street__c: wireText(merchant.physicalStreet).optional(),
  Physical_Address_City__c: wireText(merchant.physicalCity).optional(),
  Physical_Address_State__c: wireText(merchant.physicalState).optional(),
  Physical_Address_PostalCode__c: wireText(merchant.physicalPostalCode).optional(),
  Phone: wireText(merchant.phone).optional(),
  Fax: wireText(merchant.fax).optional(),
  Customer_Service_Phone__c: wireText(merchant.customerServicePhone).optional(),
  App_Email__c: wireText(merchant.email).optional(),
  Website: wireText(merchant.website).optional(),
  Industry_Other__c: wireText(merchant.industryOther).optional(),
  Location_Other__c: wireText(merchant.locationOther).optional(),
  Date_Established__c: wireText(merchant.dateEstablished).optional(),
  Date_of_cancellation__c: wireText(options.cancellationDate).optional(),
  Description: wireText(merchant.description).optional(),
  Name_of_Previous_Processor__c: wireText(options.previousProcessor).optional(),
  Name_of_Processor_for_canceled_merchant__c: wireText(options.cancelledProcessor).optional(),
  Reason_for_cancellation__c: wireText(options.cancellationReason).optional(),
  Ownership: z.enum(FULL_OWNERSHIPS).optional(),
  Industry: z.enum(INDUSTRIES).optional(),
  Location_Type__c: z.enum(LOCATION_TYPES).optional(),
  Chain_Non_Chain__c: z.enum(OUTLETS).optional(),
})

/**
 * The interface does not document the fields of owners and line items, so any are accepted. Owner fields that also
 * exist on contacts have the same formats and roles (interface, "Application endpoints").
 */
const wireOwnerSchema = wireContactSchema
  .omit({ Id: true })
  .extend({ attributes: z.unknown().optional(), Percentage_Owned__c: percent.optional() })

const wireLineItemSchema = z.looseObject({
  attributes: z.unknown().optional(),
  SourceId: z.string().optional(),
})

export const wireFullApplicationSchema = z
  .looseObject({
    Opp: wireFullOptionsSchema,
    Mer: wireFullMerchantSchema,
    lstBens: z.array(wireOwnerSchema).optional(),
    lstbussCheckAcc: z
      .array(
        wireAccountSchema
          .omit({ Id: true })
          .extend({ attributes: attributes('Business_Checking_Account__c').optional() }),
      )
      .optional(),
    Lstqli: z.array(wireLineItemSchema).optional(),
  })
  .superRefine(
    (application, ctx) => {
      const records = recordsOf(application)
      for (const { path, record } of records) {
        // The platform accepts names in any case.
        for (const name of Object.keys(record).filter((member) => member.toLowerCase() === 'id')) {
          ctx.addIssue({
            code: 'custom',
            path: [...path, name],
            message: 'may not be given: records are only created here',
            params: NOT_ON_CREATE,
            input: undefined,
          })
        }
      }
      const mer = records.find(({ path }) => path[0] === 'Mer')?.record
      if (!mer) return
      for (const name of REQUIRED_ON_CREATE.filter((required) => mer[required] === undefined)) {
        ctx.addIssue({
          code: 'custom',
          path: ['Mer', name],
          message: 'is required',
          params: REQUIRED,
          input: undefined,
        })
      }
    },
    // Runs even if other problems were found, so that the answer lists all of them.
    { when: () => true },
  )

export type WireFullApplication = z.output<typeof wireFullApplicationSchema>
export type WireLineItem = z.output<typeof wireLineItemSchema>

const NOT_ON_CREATE = { errorCode: 'INVALID_FIELD_FOR_INSERT_UPDATE' }

type Path = (string | number)[]
const record = z.record(z.string(), z.unknown())

/**
 * The objects with documented fields, in a body that may be malformed. Owners and line items are undocumented: an id
 * there is an ordinary field and does not identify a record.
 */
function recordsOf(body: unknown): { path: Path; record: Record<string, unknown> }[] {
  const members = record.safeParse(body).data ?? {}
  const found = (path: Path, value: unknown) => {
    const read = record.safeParse(value)
    return read.success ? [{ path, record: read.data }] : []
  }
  return [
    ...['Opp', 'Mer'].flatMap((name) => found([name], members[name])),
    ...['lstbussCheckAcc'].flatMap((name) => {
      const list = members[name]
      return Array.isArray(list) ? list.flatMap((item, index) => found([name, index], item)) : []
    }),
  ]
}
