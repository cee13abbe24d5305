import { z } from 'zod'
import {
  accountSchema,
  contactSchema,
  merchantSchema,
  OWNERSHIPS,
  optionsSchema,
} from '@/lib/domain/application/sections'
import { wireAnyText, wireName, wireText } from './field-limits'
import { recordIdSchema } from './record-id'

/**
 * Body of the create-or-update endpoint (interface, "Sub-merchant application (create or update
 * endpoint)"), with the partner's names. Undocumented members are accepted and kept.
 */

export const attributes = <Type extends string>(type: Type) => z.looseObject({ type: z.literal(type) })

const merchant = merchantSchema.shape
const contact = contactSchema.shape
const account = accountSchema.shape
const options = optionsSchema.shape

const yearsText = wireText(merchant.yearsAtLocation)

export const wireOptionsSchema = z.looseObject({
  attributes: attributes('Opportunity'),
  Id: recordIdSchema.optional(),
  Is_SVC_Underwriting__c: z.boolean().optional(),
  High_Monthly_Volume__c: z.number().min(0).optional(),
  Avg_Ticket__c: z.number().optional(),
  High_Ticket__c: z.number().min(0).optional(),
  Visa_MC_Discover_Volume__c: z.number().min(0).optional(),
  Days_to_Ship_Deliver__c: wireText(options.daysToShip).optional(),
  Refund_Policy__c: wireText(options.refundPolicy).optional(),
})

export const wireMerchantSchema = z.looseObject({
  attributes: attributes('Account'),
  Id: recordIdSchema.optional(),
  Association_ID_API_Field__c: wireText(merchant.associationIdApi).optional(),
  Association_ID__c: wireText(merchant.associationId).optional(),
  Legal_Name__c: wireName(merchant.legalName).optional(),
  Tax_ID__c: wireText(merchant.taxId).optional(),
  // The interface gives a length only for the alias.
  State_of_Entity_Formation_Incorporation__c: wireAnyText(merchant.formationState).optional(),
  Name: wireName(merchant.dbaName).optional(),
  BillingStreet: wireText(merchant.billingStreet).optional(),
  BillingCity: wireText(merchant.billingCity).optional(),
  BillingState: wireText(merchant.billingState).optional(),
  BillingPostalCode: wireText(merchant.billingPostalCode).optional(),
  BillingCountry: wireText(merchant.billingCountry).optional(),
  Phone: wireText(merchant.phone).optional(),
  App_Email__c: wireText(merchant.email).optional(),
  Website: wireText(merchant.website).optional(),
  Customer_Service_Phone__c: wireText(merchant.customerServicePhone).optional(),
  Industry: wireText(merchant.industry).optional(),
  Industry_other__c: wireText(merchant.industryOther).optional(),
  Location_Type__c: wireText(merchant.locationType).optional(),
  Location_Other__c: wireText(merchant.locationOther).optional(),
  // The interface gives a length but no type, so both text and number are accepted.
  Years_at_Location__c: z
    .union([
      yearsText,
      z.number().refine((years) => yearsText.safeParse(String(years)).success, {
        error: 'is too long',
      }),
    ])
    .optional(),
  Date_Established__c: wireText(merchant.dateEstablished).optional(),
  Chain_Non_Chain__c: wireText(merchant.chainNonChain).optional(),
  Description: wireText(merchant.description).optional(),
  MCC_API_Field__c: wireText(merchant.mcc).optional(),
  BET_Table_ID_API_Field__c: wireText(merchant.betTableId).optional(),
  Ownership: z.enum(OWNERSHIPS).optional(),
  Sponsorship__c: wireText(merchant.sponsorship).optional(),
  Ever_accepted_credit_cards_before__c: z.boolean().optional(),
  Ever_had_a_merchant_account_canceled__c: z.boolean().optional(),
})

/** For list items the interface gives types and the formats of rules 11 and 12, but no lengths. */
export const wireContactSchema = z.looseObject({
  attributes: attributes('Contact'),
  Id: recordIdSchema.optional(),
  SourceId: z.string().optional(),
  FirstName: wireText(contact.firstName).optional(),
  LastName: wireText(contact.lastName).optional(),
  Title: wireText(contact.title).optional(),
  Email: wireAnyText(contact.email).optional(),
  Contact_Role__c: z.string().optional(),
  Percentage_Owned__c: z.number().optional(),
  Date_of_Birth__c: wireText(contact.dateOfBirth).optional(),
  SSN__c: wireText(contact.ssn).optional(),
  MailingStreet: wireText(contact.street).optional(),
  MailingCity: wireText(contact.city).optional(),
  MailingStateCode: wireText(contact.state).optional(),
  MailingPostalCode: wireText(contact.postalCode).optional(),
})

export const wireAccountSchema = z.looseObject({
  attributes: attributes('Business_Checking_Account__c'),
  Id: recordIdSchema.optional(),
  SourceId: z.string().optional(),
  Bank_Name__c: wireText(account.bankName).optional(),
  DDA_Type__c: wireText(account.ddaType).optional(),
  Transit_Routing__c: wireText(account.routingNumber).optional(),
  Checking_Account__c: wireText(account.accountNumber).optional(),
  Bank_Street_Address__c: wireText(account.bankStreet).optional(),
  Bank_City__c: wireText(account.bankCity).optional(),
  Bank_State__c: wireText(account.bankState).optional(),
  Bank_Zipcode__c: wireText(account.bankPostalCode).optional(),
  Years_Open__c: z.number().optional(),
})

/** `params` of the issues from the rules that span objects; `wireIssues` reads `errorCode`. */
export const REQUIRED = { errorCode: 'REQUIRED_FIELD_MISSING' }

/** A new application cannot be reviewed without its names, and its owners cannot be checked without its ownership. */
export const REQUIRED_ON_CREATE = ['Legal_Name__c', 'Name', 'Ownership'] as const

export const wireApplicationSchema = z
  .looseObject({
    Opp: wireOptionsSchema,
    Mer: wireMerchantSchema,
    lstContact: z.array(wireContactSchema).min(1),
    lstbussCheckAcc: z.array(wireAccountSchema).optional(),
  })
  .superRefine(
    (application, ctx) => {
      const { Opp: opp, Mer: mer } = objectsOf(application)
      if (!opp || !mer) return
      const missing =
        opp.Id === undefined && mer.Id === undefined
          ? REQUIRED_ON_CREATE.filter((name) => mer[name] === undefined).map((name) => ['Mer', name])
          : // Interface, "Create or update a sub-merchant application": an update needs both ids.
            [opp.Id === undefined ? ['Opp', 'Id'] : [], mer.Id === undefined ? ['Mer', 'Id'] : []]
      for (const path of missing) {
        if (path.length > 0) {
          ctx.addIssue({ code: 'custom', path, message: 'is required', params: REQUIRED, input: undefined })
        }
      }
    },
    // Runs even if other problems were found, so that the answer lists all of them.
    { when: () => true },
  )

export type WireApplication = z.output<typeof wireApplicationSchema>
export type WireContact = z.output<typeof wireContactSchema>
export type WireAccount = z.output<typeof wireAccountSchema>

const anyObject = z.record(z.string(), z.unknown())
const looseObjects = z.object({ Opp: anyObject, Mer: anyObject })

/** The objects of a body that may be malformed. */
const objectsOf = (body: unknown) => looseObjects.safeParse(body).data ?? { Opp: null, Mer: null }
